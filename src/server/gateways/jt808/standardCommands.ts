import {
  type Answer,
  apnValue,
  DONE,
  type Ending,
  type Errand,
  type Found,
  isPort,
  networkSayings,
  REFUSED,
  type Saying,
  type Setting,
  textIn,
  type Values,
} from './errand';
import { hhdSayings, SHARED } from './hhdCommands';
import { upgrade } from './upgrade';

/** Messages of the standard, JT/T 808-2013 sections 8.7 to 8.10. */
const STANDARD = {
  answer: 0x0001,
  set: 0x8103,
  control: 0x8105,
  query: 0x8106,
  queried: 0x0104,
} as const;

/** Parameters of the standard, table 12, with numbers of four bytes. */
const PARAMETER = {
  apn: 0x0010,
  apnUser: 0x0011,
  apnPassword: 0x0012,
  host: 0x0013,
  port: 0x0018,
  /** s, longer at one place is an alarm. */
  parked: 0x005a,
} as const;

/** Words of the terminal control, table 17. */
const CONTROL = { restart: 4, factoryReset: 5 } as const;

const double = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** The general answer: the message that it is to, and the result. */
const hearGeneral =
  (to: number, values?: Values) =>
  ({ message, body }: Answer): Ending | 'waits' => {
    if (message !== STANDARD.answer || body.length < 3 || body.readUInt16BE(0) !== to)
      return 'waits';
    if (body[2] === 3) return { code: 1, msg: 'The lock does not support it' };
    if (body[2] !== 0) return REFUSED;
    return values === undefined ? DONE : { ...DONE, values };
  };

/** @param values what the lock has when it obeyed */
const setting = (settings: readonly Setting[], values: Values): Errand => ({
  order: {
    message: STANDARD.set,
    body: Buffer.concat([
      Buffer.of(settings.length),
      ...settings.flatMap(([id, value]) => [double(id), Buffer.of(value.length), value]),
    ]),
  },
  hear: hearGeneral(STANDARD.set, values),
});

const control = (value: number): Errand => ({
  order: { message: STANDARD.control, body: Buffer.of(value) },
  hear: hearGeneral(STANDARD.control),
});

/** Number, length and value of each parameter. */
const parametersIn = (body: Buffer): Found => {
  const found = new Map<number, Buffer>();
  let at = 1;
  while (at + 5 <= body.length) {
    const end = at + 5 + body.readUInt8(at + 4);
    if (end > body.length) break;
    found.set(body.readUInt32BE(at), body.subarray(at + 5, end));
    at = end;
  }
  return found;
};

const numberIn = (found: Found, parameter: number): number | undefined => {
  const value = found.get(parameter);
  return value?.length === 4 ? value.readUInt32BE(0) : undefined;
};

const settingsIn = (found: Found): Values => {
  const [host, port] = [textIn(found, PARAMETER.host), numberIn(found, PARAMETER.port)];
  const [apn, user] = [textIn(found, PARAMETER.apn), textIn(found, PARAMETER.apnUser)];
  const parked = numberIn(found, PARAMETER.parked);
  const hasPassword = Boolean(textIn(found, PARAMETER.apnPassword));
  return {
    ...(host && isPort(port) ? { serverAddress: { host, port } } : {}),
    ...(apn ? { apn: apnValue(apn, user, hasPassword) } : {}),
    ...(parked === undefined ? {} : { parkingAlarm: { minutes: Math.round(parked / 60) } }),
  };
};

const query = (parameters: readonly number[]): Errand => ({
  order: {
    message: STANDARD.query,
    body: Buffer.concat([Buffer.of(parameters.length), ...parameters.map(double)]),
  },
  hear: (answer) => {
    if (answer.message === STANDARD.queried)
      return { ...DONE, values: settingsIn(parametersIn(answer.body)) };
    // Some only say that they cannot.
    const heard = hearGeneral(STANDARD.query)(answer);
    return heard === DONE ? 'waits' : heard;
  },
});

/** How a terminal of the bare standard, or of a dialect without messages of its own, is told; native-locks.md B2, D. */
export const standardSayings: Readonly<Record<string, Saying>> = {
  ...networkSayings(PARAMETER, setting, double),
  parkingAlarm: ({ minutes }) =>
    typeof minutes === 'number'
      ? setting([[PARAMETER.parked, double(minutes * 60)]], { parkingAlarm: { minutes } })
      : 'The time is none',
  restart: () => control(CONTROL.restart),
  factoryReset: () => control(CONTROL.factoryReset),
  readSettings: () => query(Object.values(PARAMETER)),
  upgrade,
};

/** What a command's answer is matched by; undefined for one that no dialect has. */
export const wordOf = (cmd: string): string | undefined =>
  Object.hasOwn(hhdSayings, cmd) || Object.hasOwn(standardSayings, cmd)
    ? (SHARED[cmd] ?? cmd)
    : undefined;
