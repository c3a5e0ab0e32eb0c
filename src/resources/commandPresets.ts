import type { Label } from '../domain/label';

/** Commands of the page Send commands, by the menu that opens it with them. */
export interface CommandPreset {
  readonly label: Label;
  /** Codes of the commands; all commands of the device by default. */
  readonly commands?: readonly string[];
}

export const commandPresets: Readonly<Record<string, CommandPreset>> = {
  sealIssue: {
    label: ['Seal and unseal', '施解封'],
    commands: ['seal', 'unseal', 'unsealPassword', 'autoSeal', 'unsealEnable'],
  },
  basicInfoIssue: {
    label: ['Lock settings', '基本信息'],
    commands: [
      'serverAddress',
      'apn',
      'timeZone',
      'managementMode',
      'vibration',
      'parkingAlarm',
      'restart',
      'clearCache',
      'factoryReset',
      'readSettings',
    ],
  },
  icCardIssue: {
    label: ['IC cards', 'IC卡'],
    commands: ['addCards', 'removeCards', 'clearCards', 'readCards'],
  },
  childLockIssue: { label: ['Child locks', '子锁'], commands: ['setChildLocks', 'readChildLocks'] },
  BluetoothManagement: {
    label: ['Bluetooth', '蓝牙'],
    commands: ['bluetoothName', 'bluetoothKey', 'bluetoothSwitch'],
  },
  batchSetDevice: { label: ['All commands', '全部指令'] },
};
