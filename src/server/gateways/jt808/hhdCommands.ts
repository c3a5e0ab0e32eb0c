import type { StepResult } from '../InFlightCommands';
import type { SettingValues } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  ascii,
  asciiArgument,
  ask,
  type CommandEncoder,
  decodeParameters,
  type MessageSteps,
  networkEncoders,
  networkValues,
  type ParameterSetting,
  type ParameterValues,
  parameterNumber,
  parameterText,
  REFUSED_BY_LOCK,
  type StepAnswer,
  SUCCESS,
  stringArray,
} from './commandSteps';
import { uint16 } from './frames';
import { addCards, cardValues, readCards, removeCards } from './hhdCards';

/** Parameter ids of the manufacturer's table. */
const PARAMETER = {
  sleep: 0x02,
  host: 0x03,
  port: 0x05,
  apn: 0x09,
  apnUser: 0x0a,
  apnPassword: 0x0b,
  autoSeal: 0x16,
  firstChild: 0x17,
  control: 0x23,
  lock: 0x24,
  forbidden: 0x25,
  password: 0x26,
  name: 0x35,
  key: 0x36,
} as const;

/** Parameters 0x17 to 0x22 hold one child lock each. */
const CHILDREN = 12;
const CHILD_ID = 12;
const childParameters = Array.from({ length: CHILDREN }, (_, i) => PARAMETER.firstChild + i);

/** Values by the catalogue's mode. 1 seals never, 5 while driving (ignition), 0 always (ignition or vibration). */
const AUTO_SEAL: Readonly<Record<number, number>> = { 0: 3, 1: 0, 5: 1 };

/** Sleep interval of a lock outside management mode, minutes. */
const SLEEP = 30;

/** Decodes a count, then id and result of each parameter. */
const decodeSetAnswer = ({ message, body }: StepAnswer): StepResult | undefined => {
  if (message !== UP.hhdParametersSet) return undefined;
  const results = [...body.subarray(1)].filter((_, i) => i % 2 === 1);
  return results.length > 0 && results.every((result) => result === 0) ? SUCCESS : REFUSED_BY_LOCK;
};

const setMessage = (settings: readonly ParameterSetting[]) => ({
  message: DOWN.hhdSetParameters,
  body: Buffer.concat([
    Buffer.of(settings.length),
    ...settings.map(([id, value]) => Buffer.concat([Buffer.of(id, value.length), value])),
  ]),
});

/** @param settings settings in effect after success; undefined for secrets */
const setting = (
  parameters: readonly ParameterSetting[],
  settings?: SettingValues,
  isSecret = false,
): MessageSteps =>
  ask({ ...setMessage(parameters), isSecret }, (answer) => {
    const result = decodeSetAnswer(answer);
    return result === SUCCESS && settings !== undefined ? { ...SUCCESS, settings } : result;
  });

const secret = (parameter: number, value: Buffer): MessageSteps =>
  setting([[parameter, value]], undefined, true);

/**
 * The answer only says that the lock will try, so a report of the motor ends the command. In a capture of 28 locks,
 * reports in between still show the earlier state.
 */
const motorSteps = (endsWith: 'seal' | 'unseal'): MessageSteps => {
  const message = setMessage([[PARAMETER.lock, Buffer.of(endsWith === 'seal' ? 1 : 0)]]);
  return ask({ ...message, endsWith }, (answer) => {
    const result = decodeSetAnswer(answer);
    return result === SUCCESS ? undefined : result;
  });
};

/**
 * By the manufacturer's table 1 clears all cards, 2 clears the track, 3 resets to factory settings and 4 restarts.
 * Traccar sends 3 to restart.
 */
const control = (value: number, values?: SettingValues): MessageSteps =>
  setting([[PARAMETER.control, Buffer.of(value)]], values);

const query = (
  parameters: readonly number[],
  read: (values: ParameterValues) => SettingValues,
): MessageSteps => {
  const body = Buffer.of(parameters.length, ...parameters);
  return ask({ message: DOWN.hhdQueryParameters, body }, (answer) =>
    answer.message === UP.hhdParameters
      ? { ...SUCCESS, settings: read(decodeParameters(answer.body, 1)) }
      : undefined,
  );
};

const decodeChildLocks = (values: ParameterValues): SettingValues => {
  const ids = childParameters.map((parameter) => parameterText(values, parameter));
  if (ids.every((id) => id === undefined)) return {};
  return { setChildLocks: { locks: ids.filter((id) => id) } };
};

const decodeSettings = (values: ParameterValues): SettingValues => {
  const has = (parameter: number): boolean => Boolean(parameterText(values, parameter));
  const name = parameterText(values, PARAMETER.name);
  const sleep = parameterNumber(values, PARAMETER.sleep);
  const forbidden = parameterNumber(values, PARAMETER.forbidden);
  const sealing = parameterNumber(values, PARAMETER.autoSeal);
  const [mode] = Object.entries(AUTO_SEAL).find(([, value]) => value === sealing) ?? [];
  return {
    ...networkValues(PARAMETER, values, Number(parameterText(values, PARAMETER.port))),
    ...(has(PARAMETER.password) ? { unsealPassword: { password: true } } : {}),
    ...(has(PARAMETER.key) ? { bluetoothKey: { key: true } } : {}),
    ...(name ? { bluetoothName: { name } } : {}),
    ...(sleep === undefined ? {} : { managementMode: { mode: sleep === 0 ? 1 : 0 } }),
    ...(forbidden === undefined ? {} : { unsealEnable: { enable: forbidden === 0 ? 1 : 2 } }),
    ...(mode === undefined ? {} : { autoSeal: { mode: Number(mode) } }),
    ...decodeChildLocks(values),
  };
};

const padded = (text: string, length: number): Buffer => Buffer.concat([ascii(text)], length);

const childLocks: CommandEncoder = ({ locks: value }) => {
  const locks = stringArray(value);
  if (locks === undefined) return 'No child locks are given';
  if (locks.length > CHILDREN) return `This lock has room for ${CHILDREN} child locks`;
  if (locks.some((id) => asciiArgument(id, CHILD_ID) === undefined))
    return `The number of a child lock has 1 to ${CHILD_ID} letters and digits`;
  const settings = childParameters.map((id, i) => [id, ascii(locks[i] ?? '')] as const);
  return setting(settings, { setChildLocks: { locks } });
};

/**
 * HHD's commands by command code. Sources: the platform moutainhigh/gps-gateway, Traccar, and a capture of 28 locks.
 */
export const hhdEncoders: Readonly<Record<string, CommandEncoder>> = {
  seal: () => motorSteps('seal'),
  unseal: () => motorSteps('unseal'),
  unsealPassword: ({ password }) => {
    const text = asciiArgument(password, 8, 8);
    return text ? secret(PARAMETER.password, ascii(text)) : 'The password has 8 digits';
  },
  // A mask of child locks: a set bit forbids the unseal.
  unsealEnable: ({ enable }) =>
    setting([[PARAMETER.forbidden, uint16(enable === 2 ? 2 ** CHILDREN - 1 : 0)]], {
      unsealEnable: { enable: enable === 2 ? 2 : 1 },
    }),
  bluetoothName: ({ name }) => {
    const text = asciiArgument(name, 9);
    return text
      ? setting([[PARAMETER.name, padded(text, 9)]], { bluetoothName: { name: text } })
      : 'The Bluetooth name of this lock has 1 to 9 Latin letters and digits';
  },
  bluetoothKey: ({ key }) => {
    const text = asciiArgument(key, 8);
    return text
      ? secret(PARAMETER.key, padded(text, 8))
      : 'The Bluetooth key of this lock has 1 to 8 Latin letters and digits';
  },
  ...networkEncoders(PARAMETER, setting, (port) => ascii(String(port))),
  // A lock in management mode never sleeps.
  managementMode: ({ mode }) =>
    setting([[PARAMETER.sleep, uint16(mode === 1 ? 0 : SLEEP)]], {
      managementMode: { mode: mode === 1 ? 1 : 0 },
    }),
  autoSeal: ({ mode }) => {
    const value = typeof mode === 'number' ? AUTO_SEAL[mode] : undefined;
    return value === undefined
      ? 'This lock does not have that way to seal itself'
      : setting([[PARAMETER.autoSeal, Buffer.of(value)]], { autoSeal: { mode } });
  },
  restart: () => control(4),
  clearCache: () => control(2),
  factoryReset: () => control(3),
  addCards,
  removeCards,
  readCards,
  clearCards: () => control(1, cardValues([])),
  setChildLocks: childLocks,
  readChildLocks: () => query(childParameters, decodeChildLocks),
  readSettings: () =>
    query(
      [
        PARAMETER.sleep,
        PARAMETER.host,
        PARAMETER.port,
        PARAMETER.apn,
        PARAMETER.apnUser,
        PARAMETER.apnPassword,
        PARAMETER.autoSeal,
        ...childParameters,
        PARAMETER.forbidden,
        PARAMETER.password,
        PARAMETER.name,
        PARAMETER.key,
      ],
      decodeSettings,
    ),
};

/** Reply keys of commands that change the same thing. Every other command has its code as the key. */
export const SHARED_KEYS: Readonly<Record<string, string>> = {
  seal: 'lock',
  unseal: 'lock',
  restart: 'control',
  clearCache: 'control',
  factoryReset: 'control',
  addCards: 'cards',
  removeCards: 'cards',
  readCards: 'cards',
  clearCards: 'cards',
  setChildLocks: 'childLocks',
  readChildLocks: 'childLocks',
};
