import { ownValue } from '../../../domain/ownValue';
import type { StepResult } from '../InFlightCommands';
import type { SettingValues } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  apnValue,
  ask,
  type CommandEncoder,
  isPort,
  type MessageSteps,
  networkEncoders,
  type ParameterSetting,
  type ParameterValues,
  parameterText,
  REFUSED_BY_LOCK,
  type StepAnswer,
  SUCCESS,
} from './commandSteps';
import { hhdEncoders, SHARED_KEYS } from './hhdCommands';
import { encodeUpgrade } from './upgrade';

/** Parameter ids, JT/T 808-2013 table 12, four bytes each. */
const PARAMETER = {
  apn: 0x0010,
  apnUser: 0x0011,
  apnPassword: 0x0012,
  host: 0x0013,
  port: 0x0018,
  /** Time in one place that raises an alarm, seconds. */
  parked: 0x005a,
} as const;

/** Commands of the terminal control, JT/T 808-2013 table 17. */
const CONTROL = { restart: 4, factoryReset: 5 } as const;

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};

/** Decodes the general answer to a message. @param to code of that message */
const decodeGeneralAnswer =
  (to: number, settings?: SettingValues) =>
  ({ message, body }: StepAnswer): StepResult | undefined => {
    if (message !== UP.generalAnswer || body.length < 3 || body.readUInt16BE(0) !== to)
      return undefined;
    if (body[2] === 3) return { code: 1, message: 'The lock does not support it' };
    if (body[2] !== 0) return REFUSED_BY_LOCK;
    return settings === undefined ? SUCCESS : { ...SUCCESS, settings };
  };

/** @param values settings in effect after success */
const setting = (
  settings: readonly ParameterSetting[],
  values: SettingValues,
  isSecret = false,
): MessageSteps => {
  const body = Buffer.concat([
    Buffer.of(settings.length),
    ...settings.flatMap(([id, value]) => [uint32(id), Buffer.of(value.length), value]),
  ]);
  const message = { message: DOWN.setParameters, body, isSecret };
  return ask(message, decodeGeneralAnswer(DOWN.setParameters, values));
};

const control = (value: number): MessageSteps =>
  ask({ message: DOWN.control, body: Buffer.of(value) }, decodeGeneralAnswer(DOWN.control));

/** Decodes id, length and value of each parameter. */
const decodeParameters = (body: Buffer): ParameterValues => {
  const values = new Map<number, Buffer>();
  let at = 1;
  while (at + 5 <= body.length) {
    const end = at + 5 + body.readUInt8(at + 4);
    if (end > body.length) break;
    values.set(body.readUInt32BE(at), body.subarray(at + 5, end));
    at = end;
  }
  return values;
};

const numberOf = (values: ParameterValues, parameter: number): number | undefined => {
  const value = values.get(parameter);
  return value?.length === 4 ? value.readUInt32BE(0) : undefined;
};

const decodeSettings = (values: ParameterValues): SettingValues => {
  const [host, port] = [parameterText(values, PARAMETER.host), numberOf(values, PARAMETER.port)];
  const [apn, user] = [
    parameterText(values, PARAMETER.apn),
    parameterText(values, PARAMETER.apnUser),
  ];
  const parked = numberOf(values, PARAMETER.parked);
  const hasPassword = Boolean(parameterText(values, PARAMETER.apnPassword));
  return {
    ...(host && isPort(port) ? { serverAddress: { host, port } } : {}),
    ...(apn ? { apn: apnValue(apn, user, hasPassword) } : {}),
    ...(parked === undefined ? {} : { parkingAlarm: { minutes: Math.round(parked / 60) } }),
  };
};

const query = (parameters: readonly number[]): MessageSteps => {
  const body = Buffer.concat([Buffer.of(parameters.length), ...parameters.map(uint32)]);
  return ask({ message: DOWN.queryParameters, body }, (answer) => {
    if (answer.message === UP.parameters)
      return { ...SUCCESS, settings: decodeSettings(decodeParameters(answer.body)) };
    // Some locks answer only that they cannot.
    const result = decodeGeneralAnswer(DOWN.queryParameters)(answer);
    return result === SUCCESS ? undefined : result;
  });
};

/**
 * Commands of the standard by command code, JT/T 808-2013 sections 8.7 to 8.10. Also for dialects without messages of
 * their own.
 */
export const standardEncoders: Readonly<Record<string, CommandEncoder>> = {
  ...networkEncoders(PARAMETER, setting, uint32),
  parkingAlarm: ({ minutes }) =>
    typeof minutes === 'number'
      ? setting([[PARAMETER.parked, uint32(minutes * 60)]], { parkingAlarm: { minutes } })
      : 'The time is none',
  restart: () => control(CONTROL.restart),
  factoryReset: () => control(CONTROL.factoryReset),
  readSettings: () => query(Object.values(PARAMETER)),
  upgrade: encodeUpgrade,
};

/** Returns the reply key of a command; undefined if no dialect has it. */
export const replyKeyOf = (cmd: string): string | undefined =>
  Object.hasOwn(hhdEncoders, cmd) || Object.hasOwn(standardEncoders, cmd)
    ? (ownValue(SHARED_KEYS, cmd) ?? cmd)
    : undefined;
