import { choices, command, f } from '../config';
import { unsealPasswordPattern } from '../domain/system';

/** Seal, unseal and the settings a lock takes; each code is the path `/command/{code}` and the `cmd` it receives. */

export const seal = command(['Seal', '施封'], {
  when: { status: [0, 3, 255] },
  confirm: ['Seal the chosen locks?', '确定对所选的锁施封吗？'],
  icon: 'seal',
});

export const unseal = command(['Unseal', '解封'], {
  when: { status: [2, 3] },
  confirm: [
    'Unseal the chosen locks? The cargo will no longer be secured.',
    '确定对所选的锁解封吗？解封后货物将失去保护。',
  ],
  danger: true,
  typed: 'many',
  icon: 'unseal',
});

export const vibration = command(['Vibration value', '震动值'], {
  args: {
    value: f.number(['Vibration value', '震动值'], {
      required: true,
      integer: true,
      min: 0,
      max: 15,
      help: ['0 to 15; higher is more sensitive', '0-15，数值越大越灵敏'],
    }),
  },
  icon: 'vibration',
});

export const unsealPassword = command(['Unseal password', '解封密码'], {
  args: {
    password: f.password(['Unseal password', '解封密码'], {
      required: true,
      pattern: unsealPasswordPattern,
      rule: 'unsealPassword',
      help: ['8 digits, each from 1 to 6', '8 位数字，每位为 1-6'],
    }),
  },
  icon: 'password',
});

export const upgrade = command(['Online upgrade', '在线升级'], {
  args: {
    firmware: f.ref(['Firmware version', '固件版本'], 'firmware', { required: true }),
  },
  confirm: [
    'Upgrade the chosen locks? Each restarts and is out of reach for some seconds.',
    '确定升级所选的锁吗？升级时设备会重启，短时间内无法联系。',
  ],
  icon: 'upgrade',
});

/** Every command by its code. */
export const commands = { seal, unseal, vibration, unsealPassword, upgrade };

/** The codes as a table, for records of commands. */
export const commandCode = choices(
  Object.entries(commands).map(([code, { label }]) => [code, ...label] as const),
);
