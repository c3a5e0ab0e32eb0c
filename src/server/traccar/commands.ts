import type { LockCommand, LockReply } from '../../domain/lock';
import { ownValue } from '../../domain/ownValue';
import { truncate } from '../../domain/text';
import { errorMessage } from '../../protocol';

export interface TraccarApi {
  /** Base URL, without `/api`. */
  readonly url: string;
  /** Token of a Traccar user who may send commands to the trackers. */
  readonly token: string;
}

export interface TraccarDevice {
  readonly sn: string;
  /** Traccar's id of the device, if known. */
  readonly deviceId?: number;
  /** Commands in the tracker's own protocol, from its device type, by our command code. */
  readonly words: Readonly<Record<string, string | null>>;
}

const REQUEST_TIMEOUT = 20_000;

const zoneOf = (minutes: number): string => {
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `GMT${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
};

/**
 * Translates a command to Traccar's model: `Command.TYPE_*` and `KEY_*` in its source. Traccar has no commands for
 * locks, so the device type's own words are sent as `custom`. Undefined if there is no translation.
 */
export const traccarCommand = (
  { cmd, args }: Pick<LockCommand, 'cmd' | 'args'>,
  words: TraccarDevice['words'],
): { readonly type: string; readonly attributes: LockCommand['args'] } | undefined => {
  const own = ownValue(words, cmd);
  if (own) return { type: 'custom', attributes: { data: own } };
  switch (cmd) {
    case 'restart':
      return { type: 'rebootDevice', attributes: {} };
    case 'factoryReset':
      return { type: 'factoryReset', attributes: {} };
    case 'timeZone':
      return { type: 'setTimezone', attributes: { timezone: zoneOf(Number(args.minutes)) } };
    case 'serverAddress':
      return { type: 'setConnection', attributes: { server: args.host, port: args.port } };
    default:
      return undefined;
  }
};

/**
 * Sends a command through Traccar's API. Traccar's queue is not used: it has no expiry, so a lock could be opened hours
 * later.
 * @returns the reply, or undefined if Traccar passed the command to the tracker, whose answer comes as an event
 */
export const sendTraccarCommand = async (
  api: TraccarApi,
  to: TraccarDevice,
  command: LockCommand,
): Promise<LockReply | undefined> => {
  const { id } = command;
  const order = traccarCommand(command, to.words);
  if (!order) {
    return { id, code: -1, msg: 'Its device type has no words of its protocol for this command' };
  }
  try {
    const deviceId = to.deviceId ?? (await findDevice(api, to.sn));
    if (deviceId === undefined) return { id, code: 404, msg: 'Traccar knows no such tracker' };
    const { type, attributes } = order;
    const body = { deviceId, type, attributes: { ...attributes, noQueue: true } };
    const answer = await ask(api, 'commands/send', { method: 'POST', body: JSON.stringify(body) });
    if (answer.status === 200) return undefined;
    if (answer.status === 202) {
      return { id, code: 202, msg: 'Not connected: Traccar keeps it until the tracker comes' };
    }
    const why = truncate((await answer.text()).split('\n')[0] ?? '', 160);
    return { id, code: answer.status, msg: `Traccar: ${why || answer.status}` };
  } catch (error) {
    return { id, code: -1, msg: `Traccar does not answer: ${errorMessage(error)}` };
  }
};

const ask = ({ url, token }: TraccarApi, path: string, init: RequestInit = {}) =>
  fetch(`${url.replace(/\/+$/, '')}/api/${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(init.body && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });

const findDevice = async (api: TraccarApi, sn: string): Promise<number | undefined> => {
  const answer = await ask(api, `devices?uniqueId=${encodeURIComponent(sn)}`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const devices: unknown = await answer.json();
  const [device] = Array.isArray(devices) ? devices : [];
  return Number.isSafeInteger(device?.id) ? Number(device.id) : undefined;
};
