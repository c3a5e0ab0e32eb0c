import { type Command, choices, command, f } from '../config';
import { cardNumber, MAX_CARDS, MAX_CHILD_LOCKS } from '../domain/card';
import {
  autoSealMode,
  CONTROL,
  hostName,
  managementMode,
  timeOffset,
  unsealEnable as unsealEnabled,
} from '../domain/command';
import {
  type LockProtocol,
  type ProtocolCommand,
  protocolsOf,
  whyNotSupported,
} from '../domain/family';
import { MINUTES } from '../domain/figures';
import type { Label } from '../domain/label';
import { SERIAL_CHARACTERS, serialNumber } from '../domain/lock';
import { unsealPasswordPattern } from '../domain/system';

/**
 * Commands of locks. The code of a command is its path `/command/{code}`, and the `cmd` that the lock receives.
 * docs/locks.md describes them for manufacturers.
 */

/** Parts of every command that sets a value. */
const sets = (label: Label, options: { readonly own?: true } = {}) =>
  ({ participle: ['set', '已设置'], setting: { how: 'sets', label, ...options } }) as const;

export const seal = command(['Seal', '施封'], {
  participle: ['sealed', '已施封'],
  when: { status: [0, 3, 255] },
  deniedMessage: {
    status: {
      1: ['Close the lock first, then seal it', '请先关闭锁，再施封'],
      2: ['Already sealed', '已施封'],
    },
  },
  confirm: ['Send the seal command?', '确定施封吗？'],
  icon: 'seal',
});

const alreadyUnsealed: Label = ['Already unsealed', '已解封'];

export const unseal = command(['Unseal', '解封'], {
  participle: ['unsealed', '已解封'],
  when: { status: [2, 3] },
  deniedMessage: {
    status: {
      0: alreadyUnsealed,
      1: alreadyUnsealed,
      255: ['The lock has not reported its status yet', '设备尚未上报锁状态'],
    },
  },
  confirm: [
    'Once unsealed, the cargo is no longer secured. Unseal?',
    '解封后货物将失去保护，确定解封吗？',
  ],
  danger: true,
  typed: 'many',
  icon: 'unseal',
});

/** Group headings in the menu, in the order in which the first command of each is declared. */
const sealing: Label = ['Sealing', '施解封'];
const behaviour: Label = ['Behaviour', '运行设置'];
const network: Label = ['Network', '网络'];
const bluetooth: Label = ['Bluetooth', '蓝牙'];
const cards: Label = ['IC cards', 'IC卡'];
const children: Label = ['Child locks', '子锁'];
const control: Label = ['Control', '控制'];

const printable = /^[\x21-\x7E]+$/;

const unsealPassword = command(['Set unseal password', '设置解封密码'], {
  ...sets(['Unseal password', '解封密码']),
  args: {
    password: f.password(['Unseal password', '解封密码'], {
      required: true,
      pattern: unsealPasswordPattern,
      rule: 'unsealPassword',
      help: ['8 digits, each from 1 to 6', '8 位数字，每位为 1-6'],
    }),
  },
  group: sealing,
  icon: 'password',
});

const unsealEnable = command(['Allow or block unsealing', '设置解封使能'], {
  ...sets(['Unsealing', '解封使能']),
  args: {
    enable: f.choice(['Unsealing', '解封使能'], unsealEnabled, {
      required: true,
      help: ['If disabled, nothing can unseal the lock', '禁用后，任何方式均无法解封'],
    }),
  },
  group: sealing,
  icon: 'enable',
});

const autoSeal = command(['Set auto-seal mode', '设置自动施封模式'], {
  ...sets(['Auto-seal mode', '自动施封模式']),
  args: {
    mode: f.choice(['Auto-seal mode', '自动施封模式'], autoSealMode, { required: true }),
  },
  group: sealing,
  icon: 'seal',
});

export const vibration = command(['Set vibration', '设置震动值'], {
  ...sets(['Vibration value', '震动值']),
  args: {
    value: f.number(['Vibration value', '震动值'], {
      required: true,
      integer: true,
      min: 0,
      max: 15,
      help: ['0 to 15. Higher is more sensitive', '0-15，数值越大越灵敏'],
    }),
  },
  group: behaviour,
  icon: 'vibration',
});

const parkingAlarm = command(['Set parking alarm time', '设置停车报警时间'], {
  ...sets(['Parking alarm time', '停车报警时间']),
  args: {
    minutes: f.number(['Parking alarm time', '停车报警时间'], {
      required: true,
      integer: true,
      min: 0,
      max: 1440,
      unit: MINUTES,
      help: [
        'Minutes parked before the alarm, up to one day. 0 turns it off',
        '停车多少分钟后报警，最长一天；0 为关闭',
      ],
    }),
  },
  group: behaviour,
  icon: 'alarm',
});

const timeZone = command(['Set time zone', '设置时区'], {
  ...sets(['Time zone', '时区']),
  args: {
    minutes: f.choice(['Time zone', '时区'], timeOffset, { required: true, initial: 480 }),
  },
  group: behaviour,
  icon: 'world',
});

const management = command(['Set management mode', '设置管理模式'], {
  ...sets(['Management mode', '管理模式']),
  args: {
    mode: f.choice(['Management mode', '管理模式'], managementMode, { required: true }),
  },
  group: behaviour,
  icon: 'tune',
});

const readSettings = command(['Read settings', '读取设置'], {
  participle: ['read', '已读取'],
  icon: 'list',
});

const serverAddress = command(['Set server address', '设置服务器地址'], {
  ...sets(['Server address', '服务器地址']),
  args: {
    host: f.text(['Host', '主机'], { required: true, ...hostName }),
    port: f.number(['Port', '端口'], {
      required: true,
      integer: true,
      code: true,
      min: 1,
      max: 65_535,
    }),
  },
  confirm: [
    'The lock will connect to this address from now on. If it is wrong, you lose contact with the lock.',
    '设备此后将连接到该地址。地址错误时设备将失去联系。',
  ],
  danger: true,
  group: network,
  icon: 'link',
});

const apn = command(['Set APN', '设置 APN'], {
  ...sets(['APN', 'APN']),
  args: {
    apn: f.text(['APN', 'APN'], {
      required: true,
      max: 64,
      pattern: /^[A-Za-z0-9][A-Za-z0-9.\-_]*$/,
      message: ['Letters, digits, dots and dashes', '字母、数字、点和连字符'],
    }),
    user: f.text(['User name', '用户名'], {
      max: 32,
      pattern: printable,
      message: ['ASCII characters only, no spaces', '不能包含空格或非 ASCII 字符'],
    }),
    password: f.password(['Password', '密码'], {
      pattern: /^[\x21-\x7E]{1,32}$/,
      help: ['Up to 32 characters. Leave empty for no password', '最多 32 个字符，留空则无密码'],
    }),
  },
  confirm: [
    'The lock will connect through this APN from now on. If it is wrong, you lose contact with the lock.',
    '设备此后将通过该 APN 联网。设置错误时设备将失去联系。',
  ],
  danger: true,
  group: network,
  icon: 'sim',
});

const bluetoothName = command(['Set Bluetooth name', '设置蓝牙名称'], {
  ...sets(['Bluetooth name', '蓝牙名称'], { own: true }),
  args: {
    name: f.text(['Bluetooth name', '蓝牙名称'], {
      required: true,
      max: 9,
      pattern: printable,
      message: ['ASCII letters, digits and symbols', '字母、数字或 ASCII 符号'],
      help: ['Up to 9 letters and digits', '最多 9 个字母或数字'],
    }),
  },
  group: bluetooth,
  icon: 'bluetooth',
});

const bluetoothKey = command(['Set Bluetooth key', '设置蓝牙密钥'], {
  ...sets(['Bluetooth key', '蓝牙密钥']),
  args: {
    key: f.password(['Bluetooth key', '蓝牙密钥'], {
      required: true,
      pattern: /^[A-Za-z0-9]{6,8}$/,
      rule: 'bluetoothKey',
      help: ['6 to 8 letters and digits', '6-8 位字母或数字'],
    }),
  },
  group: bluetooth,
  icon: 'key',
});

const bluetoothSwitch = command(['Turn Bluetooth on or off', '开关蓝牙'], {
  ...sets(['Bluetooth on', '开启蓝牙']),
  args: { on: f.boolean(['Bluetooth on', '开启蓝牙'], { required: true, initial: true }) },
  group: bluetooth,
  icon: 'bluetooth',
});

const cardList = {
  cards: f.codes(['IC cards', 'IC卡'], {
    required: true,
    min: 1,
    max: MAX_CARDS,
    from: 'icCard',
    ...cardNumber,
  }),
};

const addCards = command(['Add IC cards', '添加IC卡'], {
  participle: ['cards added', '已添加卡'],
  args: cardList,
  group: cards,
  setting: { how: 'adds', label: ['IC cards', 'IC卡'] },
  icon: 'card',
});

const removeCards = command(['Remove IC cards', '删除IC卡'], {
  participle: ['cards removed', '已删除卡'],
  args: cardList,
  group: cards,
  setting: { how: 'takes', of: 'addCards' },
  icon: 'card',
});

const clearCards = command(['Clear IC cards', '清空IC卡'], {
  participle: ['cards cleared', '已清空卡'],
  confirm: [
    'This removes all IC cards. No card will open the lock afterwards. Clear?',
    '清空全部 IC 卡后将无法刷卡开锁，确定清空吗？',
  ],
  danger: true,
  typed: 'always',
  group: cards,
  setting: { how: 'clears', of: 'addCards' },
  icon: 'card',
});

const readCards = command(['Read IC cards', '读取IC卡'], {
  participle: ['read', '已读取'],
  group: cards,
  icon: 'list',
});

const setChildLocks = command(['Set child locks', '设置子锁'], {
  ...sets(['Child locks', '子锁'], { own: true }),
  args: {
    locks: f.codes(['Child locks', '子锁'], {
      required: true,
      max: MAX_CHILD_LOCKS,
      from: 'childLock',
      pattern: new RegExp(`${SERIAL_CHARACTERS}{1,32}$`, 'u'),
      message: serialNumber.message,
      help: ['Enter the whole list. Leave empty to clear it', '填写完整列表，留空则清空'],
    }),
  },
  group: children,
  icon: 'lock',
});

const readChildLocks = command(['Read child locks', '读取子锁'], {
  participle: ['read', '已读取'],
  group: children,
  icon: 'list',
});

export const upgrade = command(['Upgrade firmware', '升级固件'], {
  participle: ['upgraded', '已升级'],
  args: {
    firmware: f.ref(['Firmware version', '固件版本'], 'firmware', { required: true }),
  },
  confirm: [
    'The lock restarts and is unreachable for some seconds. Upgrade?',
    '升级时设备会重启，短时间内无法联系，确定升级吗？',
  ],
  waves: { first: 10, failures: 0 },
  group: control,
  icon: 'upgrade',
});

const restart = command(['Restart', '重启'], {
  participle: ['restarted', '已重启'],
  confirm: [
    'The lock is unreachable for some seconds. Restart?',
    '重启后设备短时间内无法联系，确定重启吗？',
  ],
  constants: { control: CONTROL.restart },
  group: control,
  icon: 'restart',
});

const clearCache = command(['Clear cache', '清除缓存'], {
  participle: ['cleared', '已清除'],
  confirm: [
    'Reports that are not sent yet will be lost. Clear the cache?',
    '尚未上报的记录将丢失，确定清除缓存吗？',
  ],
  danger: true,
  typed: 'always',
  constants: { control: CONTROL.clearCache },
  group: control,
  icon: 'cancel',
});

const factoryReset = command(['Reset to factory settings', '恢复出厂设置'], {
  participle: ['reset', '已恢复出厂'],
  confirm: [
    'Passwords, cards, network and all other settings will be lost. The lock may not find the server again. Reset?',
    '密码、卡、网络等全部设置将丢失，设备可能无法再连接服务器，确定恢复出厂设置吗？',
  ],
  danger: true,
  typed: 'always',
  constants: { control: CONTROL.factoryReset },
  group: control,
  setting: { how: 'forgets' },
  icon: 'reset',
});

export const commands = {
  seal,
  unseal,
  unsealPassword,
  unsealEnable,
  autoSeal,
  vibration,
  parkingAlarm,
  timeZone,
  managementMode: management,
  readSettings,
  serverAddress,
  apn,
  bluetoothName,
  bluetoothKey,
  bluetoothSwitch,
  addCards,
  removeCards,
  clearCards,
  readCards,
  setChildLocks,
  readChildLocks,
  upgrade,
  restart,
  clearCache,
  factoryReset,
} satisfies Readonly<Record<ProtocolCommand, Command>>;

/** Restricts each command to locks whose protocol supports it. */
export const byProtocol = <
  const C extends Readonly<
    Record<string, { readonly when?: object; readonly deniedMessage?: object }>
  >,
>(
  declared: C,
) =>
  Object.fromEntries(
    Object.entries(declared).map(([code, each]) => [
      code,
      {
        ...each,
        when: { protocol: protocolsOf(code), ...each.when },
        deniedMessage: { protocol: whyNotSupported(code), ...each.deniedMessage },
      },
    ]),
  ) as unknown as {
    readonly [K in keyof C]: C[K] & {
      readonly when: { readonly protocol: readonly LockProtocol[] };
    };
  };

export const commandCode = choices(
  Object.entries(commands).map(([code, { label }]) => [code, ...label] as const),
);

export const settingCode = choices(
  Object.entries<Command>(commands).flatMap(([code, { setting }]) =>
    setting && 'label' in setting ? [[code, ...setting.label] as const] : [],
  ),
);

/** Arguments of an action that sends commands: what a dangerous one requires. */
export const confirmation = {
  reason: f.text(['Reason', '原因'], {
    max: 200,
    help: ['Required for dangerous commands', '危险指令必填'],
  }),
  typed: f.text(['Confirmation', '输入确认'], {
    max: 64,
    help: [
      'For dangerous commands, type the lock’s SN or the number of locks',
      '危险指令必填：输入设备号，或设备数量',
    ],
  }),
  code: f.text(['Code', '验证码'], {
    max: 6,
    help: ['If dangerous commands need a code', '危险指令需要验证码时填写'],
  }),
};
