import { ftpAddress } from '../../../domain/family';
import { answerWords } from '../../../domain/fault';
import type { LockCommand } from '../../../domain/lock';
import { type StepResult, UPGRADE_KEY } from '../InFlightCommands';
import type { SettingValues } from '../protocolFamily';
import { cardCommands } from './cards';
import { childLockCommands } from './childLocks';
import {
  ask,
  type CommandDefinition,
  done,
  type EncodeContext,
  failed,
  formatText,
  single,
  type TextSteps,
} from './commandSteps';

const FACTORY_PASSWORD = '888888';

/** Returns the result of a change that was read back: a failure if the lock has kept another value. */
const appliedResult = (isApplied: boolean, settings: SettingValues): StepResult =>
  isApplied ? done(settings) : { ...failed(answerWords.otherValue[0]), settings };

/**
 * Acceleration that wakes the lock, milli-g. The catalogue has a sensitivity instead: 1 is the highest acceleration,
 * 15 the lowest, 0 is off in both.
 */
const MIN_MG = 63;
const MAX_MG = 500;
const MAX_VALUE = 15;
const STEP = (MAX_MG - MIN_MG) / (MAX_VALUE - 1);

const milligramsOf = (value: number): number =>
  value <= 0 ? 0 : Math.round(MAX_MG - (Math.min(value, MAX_VALUE) - 1) * STEP);

const readVibration = ([text = '']: readonly string[]): SettingValues => {
  const milligrams = Number(text);
  const value = Math.max(1, Math.min(MAX_VALUE, Math.round((MAX_MG - milligrams) / STEP) + 1));
  return { vibration: { value: milligrams <= 0 ? 0 : value } };
};

/** Unseal channels of P59: SMS, network, card, serial port, Bluetooth. */
const CHANNELS = 5;
const readChannels = (args: readonly string[]): SettingValues => ({
  unsealEnable: { enable: args[1] === '1' ? 1 : 2 },
  bluetoothSwitch: { on: args[CHANNELS - 1] === '1' },
});

/** Arguments for the first SIM card: host, port, APN, its user and password. */
const readServer = ([
  host = '',
  port = '',
  apn = '',
  user = '',
]: readonly string[]): SettingValues => ({
  serverAddress: { host, port: Number(port) },
  apn: { apn, user },
});

const readTimeZone = ([minutes = '']: readonly string[]): SettingValues => ({
  timeZone: { minutes: Number(minutes) },
});

const readMode = (args: readonly string[]): SettingValues => ({
  managementMode: { mode: Number(args.at(-1)) },
});

/** Readers of the settings, by the word of query and answer. */
const SETTINGS: Readonly<Record<string, (args: readonly string[]) => SettingValues>> = {
  P59: readChannels,
  P37: readVibration,
  P10: readTimeZone,
  P54: readMode,
  P06: readServer,
};
const LAST_SETTING = 'P06';

function* readSettings(): TextSteps {
  const words = Object.keys(SETTINGS);
  let values: SettingValues = {};
  let reply = yield ask(words.map((word) => formatText(word, 0)).join(''), ...words);
  // Old firmware does not answer every query: the answer to the last one ends the command.
  for (;;) {
    const { word, args } = reply;
    if (Object.hasOwn(SETTINGS, word)) values = { ...values, ...SETTINGS[word]?.(args) };
    if (reply.word === LAST_SETTING) return done(values);
    reply = yield;
  }
}

/** P06 sets all values at once. Read the others first, or the lock would lose its network. */
const setServer = (change: (args: LockCommand['args']) => Readonly<Record<number, unknown>>) =>
  function* ({ args }: EncodeContext): TextSteps {
    const { args: current } = yield ask(formatText('P06', 0));
    const changes = change(args);
    const requested = [0, 1, 2, 3, 4].map((i) => String(changes[i] ?? current[i] ?? ''));
    const { args: applied } = yield ask(formatText('P06', 1, ...requested));
    return appliedResult(
      requested.slice(0, 4).every((each, i) => each === applied[i]),
      readServer(applied),
    );
  };

function* switchBluetooth({ args }: EncodeContext): TextSteps {
  const { args: current } = yield ask(formatText('P59', 0));
  const requested = [...current.slice(0, CHANNELS - 1), args.on ? '1' : '0'];
  const { args: applied } = yield ask(formatText('P59', 1, ...requested));
  return appliedResult(applied[CHANNELS - 1] === requested[CHANNELS - 1], readChannels(applied));
}

/** Rejects characters that are syntax of the protocol: brackets, commas and the equals sign. */
const plainTextError =
  (...names: readonly string[]) =>
  (args: LockCommand['args']): string | undefined => {
    const invalid = names.find((name) => !/^[\x21-\x7e]{0,64}$/.test(String(args[name] ?? '')));
    const withMark = names.find((name) => /[(),=]/.test(String(args[name] ?? '')));
    const name = invalid ?? withMark;
    return name && `${name}: at most 64 signs of ASCII, without blanks and none of ( ) , =`;
  };

function* changePassword({ args, lock }: EncodeContext): TextSteps {
  const password = String(args.password);
  const { args: answer } = yield ask(
    formatText('P44', password, lock.password ?? FACTORY_PASSWORD),
  );
  if (answer[0] !== '1') return failed(answerWords.wrongPassword[0]);
  return { ...done(), password };
}

const upgradeError = ({ ftp }: LockCommand['args']): string | undefined =>
  typeof ftp === 'string' && ftpAddress.pattern.test(ftp)
    ? undefined
    : 'This lock fetches firmware by FTP only, and the version has no FTP address';

/** Last argument of an answer to OTA,9. */
const OTA = { ok: '0', running: '1', finished: '2', noPower: '3', busy: '4' } as const;
const FTP_PORT = '21';
const WORD_OTA = 'OTA';

/**
 * `OTA,9,1,host,port,user,password,file,bytes,sum`: the lock downloads the file by FTP, restarts, and reports the
 * result when asked. A lock that has begun, or runs the version, is not told again: it would start over.
 */
function* upgrade({ args, numbered, isStarted }: EncodeContext): TextSteps {
  const [, user = 'anonymous', password = '', host = '', port = FTP_PORT, file = ''] =
    ftpAddress.pattern.exec(String(args.ftp)) ?? [];
  const { args: versionTexts } = yield ask(formatText('P01'));
  if (versionTexts.some((text) => text.includes(String(args.version)))) return done();
  const order = [9, 1, host, port, user, password, file, Number(args.size), Number(args.byte_sum)];
  const words = isStarted ? [9, 0] : order;
  let reply = yield ask(numbered(WORD_OTA, ...words), WORD_OTA);
  for (;;) {
    const state = reply.args.at(-1);
    if (state === OTA.finished) return done();
    if (state === OTA.noPower) return failed(answerWords.lowBattery[0]);
    // After a resend the lock is busy with the same upgrade.
    const isRunning =
      state === OTA.ok || state === OTA.running || (state === OTA.busy && isStarted);
    if (!isRunning) return failed(state === OTA.busy ? 'Another upgrade is under way' : 'Refused');
    reply = yield { progress: { percent: 0 } };
  }
}

/** Commands of the family by command code. Source: Jointech JT701D manual V1.4. */
export const jointechCommands: Readonly<Record<string, CommandDefinition>> = {
  unseal: {
    key: 'P43',
    begin: single(
      ({ lock }) => formatText('P43', lock.password ?? FACTORY_PASSWORD),
      ({ args: [result, wrong = '?'] }) =>
        result === '1' ? done() : failed(`Wrong password, ${wrong} in a row`),
    ),
  },
  unsealPassword: { key: 'P44', argumentsError: plainTextError('password'), begin: changePassword },
  unsealEnable: {
    key: 'P59',
    begin: single(
      ({ args }) => formatText('P59', 1, ...Array(CHANNELS).fill(args.enable === 1 ? 1 : 0)),
      ({ args: applied }, { enable }) =>
        appliedResult(applied[1] === (enable === 1 ? '1' : '0'), readChannels(applied)),
    ),
  },
  bluetoothSwitch: { key: 'P59', begin: switchBluetooth },
  serverAddress: {
    key: 'P06',
    argumentsError: plainTextError('host', 'port'),
    begin: setServer(({ host, port }) => ({ 0: host, 1: port })),
  },
  apn: {
    key: 'P06',
    argumentsError: plainTextError('apn', 'user', 'password'),
    begin: setServer(({ apn, user, password }) => ({ 2: apn, 3: user ?? '', 4: password ?? '' })),
  },
  timeZone: {
    key: 'P10',
    begin: single(
      ({ args }) => formatText('P10', 1, Number(args.minutes)),
      ({ args: applied }, { minutes }) =>
        appliedResult(Number(applied[0]) === minutes, readTimeZone(applied)),
    ),
  },
  managementMode: {
    key: 'P54',
    begin: single(
      ({ args }) => formatText('P54', 1, args.mode === 1 ? 1 : 0),
      ({ args: applied }, { mode }) =>
        appliedResult(Number(applied.at(-1)) === mode, readMode(applied)),
    ),
  },
  vibration: {
    key: 'P37',
    begin: single(
      ({ args }) => formatText('P37', 1, milligramsOf(Number(args.value))),
      ({ args: applied }, { value }) =>
        appliedResult(Number(applied[0]) === milligramsOf(Number(value)), readVibration(applied)),
    ),
  },
  restart: { key: 'P15', begin: single(() => formatText('P15')) },
  clearCache: { key: 'P98', begin: single(() => formatText('P98', 10, 1, 0, 0)) },
  factoryReset: { key: 'P13', begin: single(() => formatText('P13')) },
  ...cardCommands,
  ...childLockCommands,
  readSettings: { key: 'settings', begin: readSettings },
  upgrade: { key: UPGRADE_KEY, argumentsError: upgradeError, begin: upgrade },
};
