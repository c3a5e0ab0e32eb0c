import {
  LOCK,
  type LockCommand,
  type LockReply,
  type LockReport,
  SEALING,
} from '../../domain/lock';
import { formatText } from '../../server/gateways/jointech/commandSteps';
import { SOURCES } from '../../server/gateways/jointech/lockEvents';
import { ALARMS, BIT, KNOT } from '../../server/gateways/jointech/records';
import type { ProtocolClient, ReceivedByLock } from './protocolClient';

type Reaction = { readonly command?: LockCommand; readonly answer?: string };

/** Simulates a Jointech JT701D: positions in 62 bytes, events as `(id,P45,…)`, and a word for every command. */
export const jointechClient = (id: string): ProtocolClient => {
  const settings = createSettings(id);
  /** Serial numbers of records that the server has not acknowledged. */
  const records = new Set<number>();
  let serial = 0;
  let wrong = 0;
  let commands = 0;
  let tail = '';

  const next = (): number => {
    serial = (serial + 1) % 256;
    return serial;
  };

  const command = (cmd: string, word: string): LockCommand => {
    commands += 1;
    const ts = Date.now();
    return { id: `${word}-${commands}`, cmd, args: {}, ts, exp: ts + 60_000 };
  };

  const receiveUnseal = (password: string | undefined): Reaction => {
    if (password === settings.password()) return { command: command('unseal', 'P43') };
    wrong += 1;
    return { answer: `(${id},P43,0,${wrong})` };
  };

  const receiveWord = (words: readonly string[], frameSerial: string | undefined): Reaction => {
    const [word = '', ...args] = words;
    if (word === 'P43') return receiveUnseal(args[0]);
    if (word === 'P15') return { command: command('restart', word) };
    if (word === 'P13') return { command: command('factoryReset', word) };
    const answer = settings.answer(word, args, frameSerial);
    return answer === undefined ? {} : { answer };
  };

  return {
    hello: () => undefined,
    report: (report) => {
      const source = sourceOf(report);
      const event = source === undefined ? '' : eventOf(id, report, source, next());
      const number = next();
      records.add(number);
      return Buffer.concat([Buffer.from(event), recordOf(id, report, number)]);
    },
    receive: (bytes): ReceivedByLock => {
      const text = tail + Buffer.from(bytes).toString('latin1');
      const end = text.lastIndexOf(')') + 1;
      tail = text.slice(end);
      const received: LockCommand[] = [];
      let answer = '';
      let acknowledged = 0;
      for (const [, inner = ''] of text.slice(0, end).matchAll(/\(([^)]*)\)/g)) {
        const words = inner.split(',');
        const numbered = words[0] === id ? words.slice(3) : words;
        if (numbered[0] === 'P69') {
          // An event is acknowledged with the record after it.
          if (records.delete(Number(numbered[2]))) acknowledged += 1;
          continue;
        }
        const done = receiveWord(numbered, words[0] === id ? words[2] : undefined);
        if (done.command) received.push(done.command);
        answer += done.answer ?? '';
      }
      return { commands: received, acknowledged, ...(answer && { answer: Buffer.from(answer) }) };
    },
    answer: ({ id: commandId, code }: LockReply) => {
      const [word = ''] = commandId.split('-');
      const result = word === 'P43' ? [code === 0 ? 1 : 0, 0] : [];
      return Buffer.from(formatText(id, word, ...result));
    },
  };
};

const ROPE_IN = 5;

/** Source of an event. A sealing is reported as the insertion of the rope, whatever caused it. */
const sourceOf = ({ lock_action: action }: LockReport): number | undefined => {
  if (action === undefined) return undefined;
  if (SEALING.includes(action)) return ROPE_IN;
  const [source] = Object.entries(SOURCES).find(([, event]) => event.action === action) ?? [];
  return source === undefined ? undefined : Number(source);
};

/** Date and time as `ddmmyy` and `hhmmss`, UTC. */
const clockOf = (ts: number): readonly [date: string, time: string] => {
  const [, year, month, day, time = ''] =
    /^..(..)(..)(..)(.{6})/.exec(new Date(ts).toISOString().replaceAll(/\D/g, '')) ?? [];
  return [`${day}${month}${year}`, time];
};

const isExact = ({ position_status, lat }: LockReport): boolean =>
  position_status === 0 && lat !== undefined;

const eventOf = (id: string, report: LockReport, source: number, serial: number): string => {
  const { ts, lat = 0, lon = 0, speed = 0, course = 0, icc_card_no = '' } = report;
  const at = [Math.abs(lat).toFixed(6), lat < 0 ? 'S' : 'N', Math.abs(lon).toFixed(6)];
  const where = [...at, lon < 0 ? 'W' : 'E', isExact(report) ? 'A' : 'V'];
  const motion = [Math.round(speed), Math.round(course)];
  const card = icc_card_no.slice(-10).padStart(10, '0');
  const done = [source, source === 2 ? 0 : 1, card, source === 4 ? 1 : 0, 0, serial];
  return formatText(id, 'P45', ...clockOf(ts), ...where, ...motion, ...done);
};

/** Packs degrees and minutes; the last six digits are minutes. */
const packed = (degrees: number, digits: number): string => {
  const tenThousandths = Math.round(Math.abs(degrees) * 600_000);
  const whole = Math.floor(tenThousandths / 600_000);
  const minutes = tenThousandths % 600_000;
  return `${String(whole).padStart(digits, '0')}${String(minutes).padStart(6, '0')}`;
};

const STATUS: Readonly<Record<number, number>> = {
  [LOCK.closed]: 0x2060,
  [LOCK.open]: 0x2020,
  [LOCK.sealed]: 0x20e0,
  [LOCK.abnormal]: 0x20a0,
  [LOCK.initial]: 0x2020,
};

const WAKES: Readonly<Record<number, number>> = { 3: 2, 9: 4 };
const BY_CLOCK = 1;

const recordOf = (id: string, report: LockReport, serial: number): Uint8Array => {
  const { ts, lat = 0, lon = 0, speed = 0, course = 0, electric = 0, police_type } = report;
  const [alarm] = ALARMS.find(([, kind]) => kind === police_type) ?? [];
  const bit = alarm === undefined ? 0 : 1 << BIT[alarm];
  const status = (STATUS[report.lock_status ?? LOCK.initial] ?? 0) | bit;
  const data = report.report_reson === 2 ? 3 : bit > 0 ? 2 : 1;
  const byStation = report.position_status === 3 ? 1 : 0;
  const nibble = 8 | (lon < 0 ? 0 : 4) | (lat < 0 ? 0 : 2) | (isExact(report) ? 1 : 0);
  const hex = (value: number, bytes: number) =>
    Math.round(value)
      .toString(16)
      .padStart(2 * bytes, '0');
  const fields = [
    ...['24', id, '19', `1${data}`, '0034', ...clockOf(ts)],
    ...[packed(lat, 2), packed(lon, 3), nibble.toString(16)],
    ...[hex(Math.min(255, speed / KNOT), 1), hex(course / 2, 1), hex(0, 4), hex(9, 1), hex(0, 4)],
    ...[hex(status | byStation, 2), hex(electric, 1), hex((report.cid ?? 0) % 0x10000, 2)],
    ...[hex((report.lac ?? 0) % 0x10000, 2), hex(20, 1), hex(0, 1)],
    ...[hex(WAKES[report.report_reson] ?? BY_CLOCK, 1), '0f', '0f', '0f'.repeat(8)],
    ...[hex(Math.floor((report.cid ?? 0) / 0x10000), 2), hex(report.mcc ?? 0, 2)],
    ...[hex(report.mnc ?? 0, 1), hex(serial, 1)],
  ];
  return Buffer.from(fields.join(''), 'hex');
};

/** Queries and settings of the lock, in the words of its protocol. */
const createSettings = (id: string) => {
  let password = '888888';
  let children: string[] = [];
  const cards = new Set<string>();
  const values: Record<string, string[]> = {
    P06: ['locks.example', '10001', 'CMNET', '', '', '0'],
    P10: ['480'],
    P37: ['126', '15'],
    P54: ['1', '0'],
    P59: ['1', '1', '1', '1', '1'],
  };

  const formatReply = (...words: readonly (string | number)[]): string => formatText(id, ...words);

  const changePassword = ([next = '', old]: readonly string[]): string => {
    if (next === '1' && old === undefined) return formatReply('P44', password);
    if (old !== password) return formatReply('P44', 0);
    password = next;
    return formatReply('P44', 1);
  };

  const setCards = ([isSet, how, count, ...named]: readonly string[]): string => {
    if (isSet === '0') {
      const group = Number(how);
      const some = [...cards].slice((group - 1) * 20, group * 20);
      return formatReply('P41', group, some.length, ...some);
    }
    if (how === '1') for (const card of named) cards.add(card);
    if (how === '2') for (const card of named) cards.delete(card);
    if (how === '3') cards.clear();
    return how === '1'
      ? formatReply('P41', 1, count ?? 0, ...named)
      : formatReply('P41', how ?? '', cards.size);
  };

  const answers: Readonly<Record<string, (args: readonly string[]) => string>> = {
    P44: changePassword,
    P41: setCards,
    P98: () => formatReply('P98', 10, 0, 0, 0),
  };

  const simple = (word: string, [isSet, ...next]: readonly string[]): string | undefined => {
    const before = values[word];
    if (!before) return undefined;
    if (isSet === '1') {
      const changed = word === 'P54' ? ['1', ...next] : next;
      values[word] = [...changed, ...before.slice(changed.length)];
    }
    return formatReply(word, ...(values[word] ?? []));
  };

  return {
    password: () => password,
    answer: (word: string, args: readonly string[], frameSerial = '001'): string | undefined => {
      if (word === 'WLNET') {
        if (args[1] === '1') children = args.slice(3);
        return formatReply(1, frameSerial, 'WLNET', 1, 0, children.length, ...children);
      }
      return answers[word]?.(args) ?? simple(word, args);
    },
  };
};
