import { LOCK, type LockCommand, type LockReport } from '../../domain/lock';
import {
  type Packet,
  readFrame,
  splitFrames,
  uint16,
  writeFrame,
} from '../../server/gateways/jt808';
import { DOWN, UP } from '../../server/gateways/jt808/codes';
import { decodeParameters, type ParameterValues } from '../../server/gateways/jt808/commandSteps';
import { NEW_EVENTS } from '../../server/gateways/jt808/hhd';
import type { ProtocolClient } from './protocolClient';

const RULE = 18;
/** The server's own timeout for an answer, ms. */
const COMMAND_TTL_MS = 60_000;

/**
 * Simulates an HHD lock with the later firmware: it registers, then authenticates with the code from its registration.
 * It stores the parameters and cards that the server sends.
 */
export const hhdClient = (sn: string): ProtocolClient => {
  const address = { id: sn, version: undefined };
  const memory: Memory = { parameters: new Map(), cards: new Map() };
  let code: Buffer | undefined;
  let serial = 0;
  let commandCount = 0;
  let rest: Uint8Array = new Uint8Array();

  const encode = (message: number, ...body: readonly Uint8Array[]): Buffer => {
    serial = (serial + 1) & 0xffff;
    return writeFrame(address, { code: message, serial, body: Buffer.concat(body) });
  };

  const wasSet = (to: number, ids: readonly number[], isDone: boolean): Buffer => {
    const results = ids.flatMap((id) => [id, isDone ? 0 : 1]);
    return encode(UP.hhdParametersSet, uint16(to), Buffer.of(ids.length, ...results));
  };

  /** Returns a command that moves the lock to the caller; stores all other parameters. */
  const applyParameters = (from: number, body: Buffer): Handled => {
    const requested = decodeParameters(body, 1);
    const ids = [...requested.keys()];
    const [move] = [...requested].flatMap((parameter) => commandOf(...parameter) ?? []);
    if (move === undefined) {
      storeParameters(memory, requested);
      return { reply: wasSet(from, ids, true) };
    }
    commandCount += 1;
    const id = [commandCount, from, ...ids].join('-');
    const ts = Date.now();
    return { command: { id, ...move, ts, exp: ts + COMMAND_TTL_MS } };
  };

  const handle = ({ code: message, serial: from, body }: Packet): Handled => {
    if (message === DOWN.hhdSetParameters) return applyParameters(from, body);
    if (message === DOWN.registered) {
      code = Buffer.from(body.subarray(3));
      return { reply: encode(UP.authenticate, code) };
    }
    const answer = ANSWERS[message];
    if (!answer) return {};
    return { reply: encode(answer.id, uint16(from), answer.content(memory, body)) };
  };

  return {
    hello: () => {
      // Bytes left from the last connection do not belong to this one.
      rest = new Uint8Array();
      return code ? encode(UP.authenticate, code) : encode(UP.register, Buffer.alloc(37));
    },
    report: (report) => {
      const body = locationOf(report);
      return report.report_reson === 2
        ? encode(UP.storedLocations, Buffer.of(body.length), body)
        : encode(UP.location, body);
    },
    receive: (bytes) => {
      const cut = splitFrames(Buffer.concat([rest, bytes]));
      rest = Uint8Array.from(cut.rest);
      const messages = cut.frames.map(readFrame).filter((message) => typeof message !== 'string');
      const handled = messages.map(handle);
      const replies = handled.flatMap(({ reply }) => reply ?? []);
      return {
        commands: handled.flatMap(({ command }) => command ?? []),
        acknowledged: messages.filter(acknowledgesReport).length,
        ...(replies.length > 0 && { answer: Buffer.concat(replies) }),
      };
    },
    answer: ({ id, code: result }) => {
      const [, to = 0, ...ids] = id.split('-').map(Number);
      return wasSet(to, ids, result === 0);
    },
  };
};

/** Reaction to a message: an answer, or a command for the caller. */
interface Handled {
  readonly reply?: Buffer;
  readonly command?: LockCommand;
}

/** Settings from the server, by parameter and by address of the card. */
interface Memory {
  readonly parameters: Map<number, Buffer>;
  readonly cards: Map<number, Buffer>;
}

const storeParameters = ({ parameters, cards }: Memory, requested: ParameterValues): void => {
  if (requested.get(CONTROL)?.[0] === CLEAR_CARDS) cards.clear();
  for (const [parameter, value] of requested) parameters.set(parameter, value);
};

const readParameters = ({ parameters }: Memory, body: Buffer): Buffer => {
  const ids = [...body.subarray(1)];
  const values = ids.map((id) => tlv(id, parameters.get(id) ?? Buffer.alloc(0)));
  return Buffer.concat([Buffer.of(values.length), ...values]);
};

const storeCards = ({ cards }: Memory, body: Buffer): Buffer => {
  for (let at = 4; at + RULE <= body.length; at += RULE)
    cards.set(body.readUInt16BE(at), Buffer.from(body.subarray(at, at + RULE)));
  return Buffer.of(0);
};

const readCards = ({ cards }: Memory, body: Buffer): Buffer => {
  const rules = Array.from({ length: body.length >> 1 }, (_, i) => {
    const address = body.readUInt16BE(i * 2);
    return cards.get(address) ?? Buffer.concat([uint16(address)], RULE);
  });
  return Buffer.concat([uint16(rules.length), uint16(rules.length), ...rules]);
};

/** Answers to messages about settings: message id, and content after the serial number of the question. */
const ANSWERS: Readonly<
  Record<number, { id: number; content: (memory: Memory, body: Buffer) => Buffer }>
> = {
  [DOWN.hhdQueryParameters]: { id: UP.hhdParameters, content: readParameters },
  [DOWN.hhdSetCards]: { id: UP.hhdCardsSet, content: storeCards },
  [DOWN.hhdQueryCards]: { id: UP.hhdCards, content: readCards },
};

const REPORTS: readonly number[] = [UP.location, UP.storedLocations];

const acknowledgesReport = ({ code, body }: Packet): boolean =>
  code === DOWN.generalAnswer && REPORTS.includes(body.readUInt16BE(2));

const LOCKING = 0x24;
const CONTROL = 0x23;
const CLEAR_CARDS = 1;
const CONTROLS: Readonly<Record<number, Pick<LockCommand, 'cmd' | 'args'>>> = {
  3: { cmd: 'factoryReset', args: { control: 3 } },
  4: { cmd: 'restart', args: { control: 1 } },
};

/** Command for the lock that a parameter stands for, if any. */
const commandOf = (
  parameter: number,
  value: Buffer,
): Pick<LockCommand, 'cmd' | 'args'> | undefined => {
  const [first = 0] = value;
  if (parameter === LOCKING) return { cmd: first === 1 ? 'seal' : 'unseal', args: {} };
  return parameter === CONTROL ? CONTROLS[first] : undefined;
};

/** Returns the first event with a value among its fields. */
const eventWith = (field: 'lock_action' | 'police_type', value: number | undefined) => {
  if (value === undefined) return undefined;
  const [event] = Object.entries(NEW_EVENTS).find(([, fields]) => fields[field] === value) ?? [];
  return event === undefined ? undefined : Number(event);
};

const WOKEN_EVENT = 0x15;
const SHACKLE = { closed: 0x00, opened: 0x01 } as const;

/** Event of a report in TLV 60; undefined for a periodic report. */
const eventOf = (report: LockReport): Buffer | undefined => {
  const { lock_action, police_type, report_reson, lock_status, icc_card_no = '' } = report;
  const switched = lock_status === LOCK.open ? SHACKLE.opened : SHACKLE.closed;
  const byReason = report_reson === 9 ? switched : report_reson === 3 ? WOKEN_EVENT : undefined;
  const event =
    eventWith('police_type', police_type) ?? eventWith('lock_action', lock_action) ?? byReason;
  if (event === undefined) return undefined;
  const level = Buffer.of(police_type === undefined ? 0 : 1);
  return Buffer.concat([uint16(event), level, Buffer.from(icc_card_no, 'latin1')]);
};

const BIT = { fix: 1 << 1, south: 1 << 2, west: 1 << 3, sealed: 1 << 14, closed: 1 << 15 } as const;

/** Status bits by lock state. A lock that was broken open is sealed with its shackle open. */
const STATUS: Readonly<Record<number, number>> = {
  [LOCK.closed]: BIT.closed,
  [LOCK.sealed]: BIT.sealed | BIT.closed,
  [LOCK.abnormal]: BIT.sealed,
  [LOCK.initial]: BIT.closed,
};

const tlv = (id: number, value: Buffer | undefined): Buffer =>
  value === undefined ? Buffer.alloc(0) : Buffer.concat([Buffer.of(id, value.length), value]);

/** Encodes a location with UTC times, as the later firmware does. */
const locationOf = (report: LockReport): Buffer => {
  const { ts, lat = 0, lon = 0, position_status, lock_status, electric, voltage } = report;
  const head = Buffer.alloc(22);
  const status =
    (STATUS[lock_status ?? LOCK.closed] ?? 0) |
    (position_status === 0 ? BIT.fix : 0) |
    (lat < 0 ? BIT.south : 0) |
    (lon < 0 ? BIT.west : 0);
  head.writeUInt32BE(status, 4);
  head.writeUInt32BE(Math.round(Math.abs(lat) * 1e6), 8);
  head.writeUInt32BE(Math.round(Math.abs(lon) * 1e6), 12);
  head.writeUInt16BE(Math.round((report.speed ?? 0) * 10), 18);
  head.writeUInt16BE(Math.round(report.course ?? 0), 20);
  const clock = new Date(ts).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return Buffer.concat([
    head,
    Buffer.from(clock, 'hex'),
    // Always contains a voltage: without one it would look like a generic terminal of the standard.
    tlv(0x69, uint16(Math.round((voltage ?? 3.9) * 100))),
    tlv(0x68, Buffer.of(Math.round(electric ?? 100))),
    tlv(0x60, eventOf(report)),
  ]);
};
