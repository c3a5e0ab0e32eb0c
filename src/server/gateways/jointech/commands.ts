import { ftpAddress } from '../../../domain/family';
import type { LockCommand } from '../../../domain/lock';
import type { CommandProgress, CommandResult, SettingValues, TargetLock } from '../protocolFamily';

/** A command in the lock's words: `(P37,1,126)`. */
export const formatText = (...words: readonly (string | number)[]): string =>
  `(${words.join(',')})`;

/** What a lock answered. */
export interface TextReply {
  readonly word: string;
  readonly args: readonly string[];
}

/** What is sent next, and the words of which one is the answer. */
export interface CommandStep {
  readonly text: string;
  readonly words: readonly string[];
  /** How far the lock is with what takes minutes. */
  readonly progress?: Omit<CommandProgress, 'key'>;
}

/** A command from its first word to its end: some take several questions. */
export type CommandSteps = Generator<CommandStep, Omit<CommandResult, 'key'>, TextReply>;

interface EncodeContext {
  readonly args: LockCommand['args'];
  readonly lock: TargetLock;
  /** It was said before, and the lock had begun. */
  readonly isStarted: boolean;
  /** Makes the head of a frame that carries the lock's id and a serial number. */
  readonly numbered: (...words: readonly (string | number)[]) => string;
}

interface CommandDefinition {
  /** Commands of one word are never under way at once. */
  readonly key: string;
  /** Why this lock cannot do it with these arguments. */
  readonly argumentsError?: (args: LockCommand['args']) => string | undefined;
  readonly begin: (context: EncodeContext) => CommandSteps;
}

/** What every lock is delivered with. */
const FACTORY_PASSWORD = '888888';

const ask = (text: string, ...words: readonly string[]): CommandStep => ({
  text,
  words: words.length > 0 ? words : [text.slice(1, 4)],
});

const done = (settings?: SettingValues): Omit<CommandResult, 'key'> => ({
  code: 0,
  ...(settings && { settings }),
});
const failed = (message: string): Omit<CommandResult, 'key'> => ({ code: 1, message });

/** One question and its answer. @param evaluate what the answer means */
const single = (
  text: (context: EncodeContext) => string,
  evaluate: (reply: TextReply, args: LockCommand['args']) => Omit<CommandResult, 'key'> = () =>
    done(),
): CommandDefinition['begin'] =>
  function* (context) {
    const reply = yield ask(text(context));
    return evaluate(reply, context.args);
  };

/** What the lock says that it has now is what it was to have. */
const appliedResult = (isApplied: boolean, settings: SettingValues): Omit<CommandResult, 'key'> =>
  isApplied ? done(settings) : { ...failed('The lock has kept another value'), settings };

/** Acceleration that wakes it, mg: the higher our value, the more sensitive; 0 is off in both. */
const MIN_MG = 63;
const MAX_MG = 500;
const MAX_VALUE = 15;
const STEP = (MAX_MG - MIN_MG) / (MAX_VALUE - 1);

const milligramsOf = (value: number): number =>
  value <= 0 ? 0 : Math.round(MAX_MG - (Math.min(value, MAX_VALUE) - 1) * STEP);

const sensitivityOf = (milligrams: number): number =>
  milligrams <= 0
    ? 0
    : Math.max(1, Math.min(MAX_VALUE, Math.round((MAX_MG - milligrams) / STEP) + 1));

const readVibration = ([milligrams = '']: readonly string[]): SettingValues => ({
  vibration: { value: sensitivityOf(Number(milligrams)) },
});

/** The ways a lock is unsealed by: text message, network, card, serial port, Bluetooth. */
const CHANNELS = 5;
const readChannels = (args: readonly string[]): SettingValues => ({
  unsealEnable: { enable: args[1] === '1' ? 1 : 2 },
  bluetoothSwitch: { on: args[CHANNELS - 1] === '1' },
});

/** Of the first SIM card: host, port, access point, its user and password. */
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

/** What each question of the settings tells. */
const SETTINGS: Readonly<Record<string, (args: readonly string[]) => SettingValues>> = {
  P59: readChannels,
  P37: readVibration,
  P10: readTimeZone,
  P54: readMode,
  P06: readServer,
};
const LAST_SETTING = 'P06';

function* readSettings(): CommandSteps {
  const words = Object.keys(SETTINGS);
  let values: SettingValues = {};
  let reply = yield ask(words.map((word) => formatText(word, 0)).join(''), ...words);
  // Old firmware does not know each of them: the last one asked is the end.
  for (;;) {
    values = { ...values, ...SETTINGS[reply.word]?.(reply.args) };
    if (reply.word === LAST_SETTING) return done(values);
    reply = yield ask('', ...words);
  }
}

/** The lock takes all of it or nothing: what is not to change is asked first, or it would lose its network. */
const setServer = (change: (args: LockCommand['args']) => Readonly<Record<number, unknown>>) =>
  function* ({ args }: EncodeContext): CommandSteps {
    const { args: current } = yield ask(formatText('P06', 0));
    const changes = change(args);
    const requested = [0, 1, 2, 3, 4].map((i) => String(changes[i] ?? current[i] ?? ''));
    const { args: applied } = yield ask(formatText('P06', 1, ...requested));
    return appliedResult(
      requested.slice(0, 4).every((each, i) => each === applied[i]),
      readServer(applied),
    );
  };

function* switchBluetooth({ args }: EncodeContext): CommandSteps {
  const { args: current } = yield ask(formatText('P59', 0));
  const requested = [...current.slice(0, CHANNELS - 1), args.on ? '1' : '0'];
  const { args: applied } = yield ask(formatText('P59', 1, ...requested));
  return appliedResult(applied[CHANNELS - 1] === requested[CHANNELS - 1], readChannels(applied));
}

const CARDS_AT_ONCE = 20;
const CARD_DIGITS = 10;

const cardsOf = ({ cards }: LockCommand['args']): string[] =>
  (Array.isArray(cards) ? cards : []).map((card) => String(card).padStart(CARD_DIGITS, '0'));

const cardsError = (args: LockCommand['args']): string | undefined => {
  const invalid = cardsOf(args).find((card) => !/^\d{10}$/.test(card));
  return invalid && `A card number of this lock has at most ${CARD_DIGITS} digits, not ${invalid}`;
};

const changeCards = (action: 1 | 2) =>
  function* ({ args }: EncodeContext): CommandSteps {
    const cards = cardsOf(args);
    for (let i = 0; i < cards.length; i += CARDS_AT_ONCE) {
      const some = cards.slice(i, i + CARDS_AT_ONCE);
      const { args: accepted } = yield ask(formatText('P41', 1, action, some.length, ...some));
      const missing = action === 1 ? some.find((card) => !accepted.includes(card)) : undefined;
      if (missing) return failed(`The lock did not take card ${missing}`);
    }
    return done();
  };

const GROUPS = 25;

function* readCards(): CommandSteps {
  const cards: string[] = [];
  for (let group = 1; group <= GROUPS; group++) {
    const { args } = yield ask(formatText('P41', 0, group));
    const some = args.slice(2).filter((card) => /^\d{10}$/.test(card));
    cards.push(...some);
    if (some.length < CARDS_AT_ONCE) break;
  }
  return done({ addCards: { cards } });
}

const MAX_CHILD_LOCKS = 10;
const childLockId = /^[\dA-F]{10}$/i;
const childLocksOf = ({ locks }: LockCommand['args']): string[] =>
  (Array.isArray(locks) ? locks : []).map((lock) => String(lock).toUpperCase());

const childLocksError = (args: LockCommand['args']): string | undefined => {
  const locks = childLocksOf(args);
  if (locks.length > MAX_CHILD_LOCKS) return `This lock has at most ${MAX_CHILD_LOCKS} child locks`;
  const invalid = locks.find((lock) => !childLockId.test(lock));
  return (
    invalid &&
    `The number of a child lock has ${CARD_DIGITS} digits or letters A to F, not ${invalid}`
  );
};

const readChildLocks = ({ args }: TextReply): SettingValues => ({
  setChildLocks: { locks: args.slice(1).filter((each) => childLockId.test(each)) },
});

function* setChildLocks({ args, numbered }: EncodeContext): CommandSteps {
  const locks = childLocksOf(args);
  yield ask(numbered('WLNET', 1, 1, locks.length, ...locks), 'WLNET');
  return done({ setChildLocks: { locks } });
}

/** Brackets, commas and the equals sign have a meaning of their own on this wire. */
const plainTextError =
  (...names: readonly string[]) =>
  (args: LockCommand['args']): string | undefined => {
    const invalid = names.find((name) => !/^[\x21-\x7e]{0,64}$/.test(String(args[name] ?? '')));
    const withMark = names.find((name) => /[(),=]/.test(String(args[name] ?? '')));
    const name = invalid ?? withMark;
    return name && `${name}: at most 64 signs of ASCII, without blanks and none of ( ) , =`;
  };

function* changePassword({ args, lock }: EncodeContext): CommandSteps {
  const password = String(args.password);
  const { args: answer } = yield ask(
    formatText('P44', password, lock.password ?? FACTORY_PASSWORD),
  );
  if (answer[0] !== '1') return failed('The lock refused: its present password is another one');
  return { ...done(), password };
}

const upgradeError = ({ ftp }: LockCommand['args']): string | undefined =>
  typeof ftp === 'string' && ftpAddress.pattern.test(ftp)
    ? undefined
    : 'This lock fetches firmware by FTP only, and the version has no FTP address';

/** What an answer to OTA,9 ends with. */
const OTA = { ok: '0', running: '1', finished: '2', noPower: '3', busy: '4' } as const;
const FTP_PORT = '21';
const WORD_OTA = 'OTA';

/**
 * `OTA,9,1,host,port,user,password,file,bytes,sum`: the lock fetches the file by FTP, starts anew and says so when it is
 * asked. One that had begun, or runs the version, is not told again: it would begin anew.
 */
function* upgrade({ args, numbered, isStarted }: EncodeContext): CommandSteps {
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
    if (state === OTA.noPower) return failed('The battery is too low for an upgrade');
    // Busy is it with the one it was told of before.
    const isRunning =
      state === OTA.ok || state === OTA.running || (state === OTA.busy && isStarted);
    if (!isRunning) return failed(state === OTA.busy ? 'Another upgrade is under way' : 'Refused');
    reply = yield { text: '', words: [WORD_OTA], progress: { percent: 0 } };
  }
}

/** Every command of the family, by our codes. Jointech JT701D manual V1.4; texts and answers in A1.7 of the study. */
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
  addCards: { key: 'P41', argumentsError: cardsError, begin: changeCards(1) },
  removeCards: { key: 'P41', argumentsError: cardsError, begin: changeCards(2) },
  clearCards: {
    key: 'P41',
    begin: single(
      () => formatText('P41', 1, 3),
      () => done({ addCards: { cards: [] } }),
    ),
  },
  readCards: { key: 'P41', begin: readCards },
  setChildLocks: { key: 'WLNET', argumentsError: childLocksError, begin: setChildLocks },
  readChildLocks: {
    key: 'WLNET',
    begin: function* ({ numbered }) {
      return done(readChildLocks(yield ask(numbered('WLNET', 1, 0), 'WLNET')));
    },
  },
  readSettings: { key: 'settings', begin: readSettings },
  upgrade: { key: WORD_OTA, argumentsError: upgradeError, begin: upgrade },
};
