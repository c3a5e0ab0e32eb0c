import { choices, type Label } from './label';

/** Protocol codes by name. */
export const PROTOCOL = { mqtt: 0, jointech: 1, hhd: 2, jt808: 3, traccar: 4 } as const;

/** Protocol of a lock: ours over MQTT, its manufacturer's over TCP, or Traccar. */
export const lockProtocol = choices([
  [PROTOCOL.mqtt, 'MQTT', 'MQTT'],
  [PROTOCOL.jointech, 'Jointech JT701', '久通 JT701'],
  [PROTOCOL.hhd, 'JT/T 808 (HHD)', 'JT/T 808（航鸿达）'],
  [PROTOCOL.jt808, 'JT/T 808 (other)', 'JT/T 808（其他）'],
  [PROTOCOL.traccar, 'Traccar', 'Traccar'],
]);

export type LockProtocol = (typeof lockProtocol)[number][0];

/** Protocols with a TCP listener of their own. Such a lock is connected to one server process and to no broker. */
export const NATIVE: readonly LockProtocol[] = lockProtocol
  .map(([protocol]) => protocol)
  .filter((protocol) => protocol !== PROTOCOL.mqtt && protocol !== PROTOCOL.traccar);

/** Commands that Traccar lacks, with the column of the device type that holds the tracker's own command text. */
export const TRACCAR_WORDS: ReadonlyMap<string, 'seal_words' | 'unseal_words'> = new Map([
  ['seal', 'seal_words'],
  ['unseal', 'unseal_words'],
]);

/** Reason if a lock's protocol lacks the command. */
export const notSupported: Label = ['Not supported by this lock', '该设备不支持此指令'];

/** HHD publishes no upgrade command, and Traccar has none. */
const noUpgrade: Label = [
  'Not supported by this lock. Only its manufacturer can upgrade it.',
  '该设备不支持此指令：固件只能由厂家升级',
];

/** A Jointech lock seals itself when its rope is inserted. No message is known for other JT/T 808 locks. */
const noSeal: Label = [
  'Not supported by this lock. Seal it by hand.',
  '该设备不支持此指令：只能现场施封',
];

const reasons: ReadonlyMap<string, Label> = new Map([
  ['upgrade', noUpgrade],
  ['seal', noSeal],
]);

/** Returns the reason for which a protocol without the command cannot run it. */
export const whyNotSupported = (code: string): Label => reasons.get(code) ?? notSupported;

const OF_JOINTECH_AND_HHD = [
  'unseal',
  'unsealPassword',
  'unsealEnable',
  'serverAddress',
  'apn',
  'managementMode',
  'restart',
  'clearCache',
  'factoryReset',
  'addCards',
  'removeCards',
  'clearCards',
  'readCards',
  'setChildLocks',
  'readChildLocks',
  'readSettings',
] as const;

/**
 * Commands of each protocol. Sources: Jointech JT701D manual V1.4, and the
 * parameter tables of HHD's platform. HHD's `vibration` sets only the detection time. Other JT/T 808 locks have the
 * messages of the standard. Traccar has the commands of its model Command, and sends `seal` and `unseal` as the text
 * from the device type.
 */
const COMMANDS = {
  [PROTOCOL.mqtt]: 'all',
  [PROTOCOL.jointech]: [
    ...OF_JOINTECH_AND_HHD,
    'bluetoothSwitch',
    'timeZone',
    'vibration',
    'upgrade',
  ],
  [PROTOCOL.hhd]: [...OF_JOINTECH_AND_HHD, 'seal', 'bluetoothName', 'bluetoothKey', 'autoSeal'],
  [PROTOCOL.jt808]: [
    'serverAddress',
    'apn',
    'parkingAlarm',
    'restart',
    'factoryReset',
    'readSettings',
    'upgrade',
  ],
  [PROTOCOL.traccar]: ['seal', 'unseal', 'restart', 'factoryReset', 'timeZone', 'serverAddress'],
} as const satisfies Record<LockProtocol, 'all' | readonly string[]>;

type CommandsOf<L> = L extends readonly (infer Code)[] ? Code : never;

/** Codes of the commands that protocols name. Each must be declared. */
export type ProtocolCommand = CommandsOf<(typeof COMMANDS)[LockProtocol]>;

export const protocolsOf = (code: string): readonly LockProtocol[] =>
  lockProtocol
    .map(([protocol]) => protocol)
    .filter((protocol) => {
      const codes: 'all' | readonly string[] = COMMANDS[protocol];
      return codes === 'all' || codes.includes(code);
    });

export const isSupported = (protocol: LockProtocol, code: string): boolean =>
  protocolsOf(code).includes(protocol);

/**
 * FTP address of firmware, the only download that Jointech locks support. User and file must not contain characters
 * with a meaning in the protocol. User and password are optional.
 */
export const ftpAddress = {
  max: 255,
  pattern:
    /^ftp:\/\/(?:([^\s:@/(),=]{1,32})(?::([^\s:@/(),=]{1,32}))?@)?([A-Za-z\d.-]{1,64})(?::(\d{1,5}))?\/([^\s(),=]{1,64})$/,
  message: [
    'Enter an address such as ftp://user:password@ftp.example.com:21/lock.bin, without brackets, commas or =',
    '请输入如 ftp://user:password@ftp.example.com:21/lock.bin 的地址，不能包含括号、逗号和等号',
  ],
} as const;
