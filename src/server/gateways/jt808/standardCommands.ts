import { answerWords } from '../../../domain/fault';
import { ownValue } from '../../../domain/ownValue';
import type { StepResult } from '../InFlightCommands';
import type { SettingValues } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  ask,
  type CommandEncoder,
  decodeParameters,
  type MessageSteps,
  networkEncoders,
  networkValues,
  type ParameterSetting,
  type ParameterValues,
  parameterNumber,
  REFUSED_BY_LOCK,
  type StepAnswer,
  SUCCESS,
} from './commandSteps';
import { uint32 } from './frames';
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

/** Decodes the general answer to a message. @param to code of that message */
const decodeGeneralAnswer =
  (to: number, settings?: SettingValues) =>
  ({ message, body }: StepAnswer): StepResult | undefined => {
    if (message !== UP.generalAnswer || body.length < 3 || body.readUInt16BE(0) !== to)
      return undefined;
    if (body[2] === 3) return { code: 1, message: answerWords.unsupported[0] };
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

const decodeSettings = (values: ParameterValues): SettingValues => {
  const parked = parameterNumber(values, PARAMETER.parked);
  return {
    ...networkValues(PARAMETER, values, parameterNumber(values, PARAMETER.port)),
    ...(parked === undefined ? {} : { parkingAlarm: { minutes: Math.round(parked / 60) } }),
  };
};

const query = (parameters: readonly number[]): MessageSteps => {
  const body = Buffer.concat([Buffer.of(parameters.length), ...parameters.map(uint32)]);
  return ask({ message: DOWN.queryParameters, body }, (answer) => {
    if (answer.message === UP.parameters)
      return { ...SUCCESS, settings: decodeSettings(decodeParameters(answer.body, 4)) };
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
