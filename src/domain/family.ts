import { choices, type Label } from './label';

/** Named protocols for rules that speak of one of them. */
export const PROTOCOL = { mqtt: 0, jointech: 1, hhd: 2, jt808: 3, traccar: 4 } as const;

/** What a lock speaks: ours over MQTT, its maker's own over TCP, or Traccar's for it. */
export const lockProtocol = choices([
  [PROTOCOL.mqtt, 'MQTT', 'MQTT'],
  [PROTOCOL.jointech, 'Jointech JT701', '久通 JT701'],
  [PROTOCOL.hhd, 'JT/T 808 (HHD)', 'JT/T 808（航鸿达）'],
  [PROTOCOL.jt808, 'JT/T 808 (other)', 'JT/T 808（其他）'],
  [PROTOCOL.traccar, 'Traccar', 'Traccar'],
]);

export type LockProtocol = (typeof lockProtocol)[number][0];

/** Those that come in by a TCP listener of their family: a lock is connected to one server process, and to no broker. */
export const NATIVE: readonly LockProtocol[] = [PROTOCOL.jointech, PROTOCOL.hhd, PROTOCOL.jt808];

/** Commands that Traccar lacks, each with the column of a device type that has the tracker's own words for it. */
export const TRACCAR_WORDS: Readonly<Record<string, string>> = {
  seal: 'seal_words',
  unseal: 'unseal_words',
};

/** Reason for a command that a lock's protocol lacks. */
export const notSupported: Label = ['Not supported by this lock', '该设备不支持此指令'];

/** HHD publishes no command for it, and Traccar has none. */
const noUpgrade: Label = [
  'Not supported by this lock: it takes firmware by its manufacturer only',
  '该设备不支持此指令：固件只能由厂家升级',
];

/** A Jointech lock seals itself when its rope is put in; for others of JT/T 808 no message is known. */
const noSeal: Label = [
  'Not supported by this lock: it is sealed by hand only',
  '该设备不支持此指令：只能现场施封',
];

const reasons: Readonly<Record<string, Label>> = { upgrade: noUpgrade, seal: noSeal };

/** Why a command that a lock's protocol lacks cannot be given. */
export const whyNotSupported = (code: string): Label => reasons[code] ?? notSupported;

/**
 * The commands that each protocol has a message for, where it is not every one: Jointech JT701D manual V1.4, and the
 * parameter tables of HHD's platform. What HHD can be told of vibration is how long to watch for it. Other locks of
 * JT/T 808 have the standard's own messages. Traccar's commands are those of its model Command; sealing goes out in the words that the device type has
 * for it.
 */
const COMMANDS: Readonly<Partial<Record<LockProtocol, readonly string[]>>> = {
  [PROTOCOL.jointech]: [
    'unseal',
    'unsealPassword',
    'unsealEnable',
    'bluetoothSwitch',
    'serverAddress',
    'apn',
    'timeZone',
    'managementMode',
    'vibration',
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
    'upgrade',
  ],
  [PROTOCOL.hhd]: [
    'seal',
    'unseal',
    'unsealPassword',
    'unsealEnable',
    'bluetoothName',
    'bluetoothKey',
    'serverAddress',
    'apn',
    'managementMode',
    'autoSeal',
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
  ],
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
};

/** The protocols that have a command. */
export const protocolsOf = (code: string): readonly LockProtocol[] =>
  lockProtocol
    .map(([protocol]) => protocol)
    .filter((protocol) => COMMANDS[protocol]?.includes(code) ?? true);

/** Whether a lock of a protocol can be sent a command. */
export const isSupported = (protocol: LockProtocol, code: string): boolean =>
  protocolsOf(code).includes(protocol);

/**
 * Where a Jointech lock fetches firmware: no other way is known to it. Neither user nor file may hold what has a meaning on
 * its wire. User and password may be missing.
 */
export const ftpAddress = {
  max: 255,
  pattern:
    /^ftp:\/\/(?:([^\s:@/(),=]{1,32})(?::([^\s:@/(),=]{1,32}))?@)?([A-Za-z\d.-]{1,64})(?::(\d{1,5}))?\/([^\s(),=]{1,64})$/,
  message: [
    'An address such as ftp://user:password@ftp.example.com:21/lock.bin, without brackets, commas and =',
    '请输入如 ftp://user:password@ftp.example.com:21/lock.bin 的地址，不能包含括号、逗号和等号',
  ],
} as const;
