import { choices, type Label } from './label';
import type { TicketState } from './ticket';
import { isoOffset } from './zone';

export const autoSealMode = choices([
  [0, 'Auto seal', '自动施封'],
  [1, 'Close without physical lock or seal', '关锁时不物理锁闭、不施封'],
  [2, 'Auto seal when the rod is reinserted', '重新插入锁杆自动施封'],
  [3, 'Close, lock physically and seal automatically', '关锁自动物理锁闭并施封'],
  [4, 'Auto seal outside the area', '区域外自动施封'],
  [5, 'Auto seal while driving', '行驶中自动施封'],
]);

export const unsealEnable = choices([
  [1, 'Enabled', '启用'],
  [2, 'Disabled', '禁用'],
]);

export const managementMode = choices([
  [1, 'Enter', '进入'],
  [0, 'Exit', '退出'],
]);

/** UTC offsets in use around the world, minutes east. */
const OFFSETS = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120,
  180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765,
  780, 840,
] as const;

/** Time zones of locks: a fixed UTC offset in minutes, without daylight saving time. */
export const timeOffset = choices(
  OFFSETS.map((minutes) => {
    const text = `UTC${isoOffset(minutes)}`;
    return [minutes, text, text] as const;
  }),
);

/** Server address of a lock: a host name or an IPv4 address. */
export const hostName = {
  max: 100,
  pattern:
    /^(?=.{1,100}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
  message: [
    'Enter a host name or an IPv4 address, without port or path',
    '主机名或 IPv4 地址，不含端口和路径',
  ],
} as const satisfies { readonly message: Label; readonly [limit: string]: unknown };

/** Values of `control` by the contract. */
export const CONTROL = { restart: 1, clearCache: 2, factoryReset: 3 } as const;

/** Command that reads all settings of a lock. */
export const READ_SETTINGS = 'readSettings';

/** Source of a known setting: the lock's answer, or a command that it confirmed. */
export const settingSource = choices([
  ['read', 'Read from the lock', '从设备读取'],
  ['told', 'Sent to the lock', '已下发'],
]);

/** Known and last sent value of one setting of a lock. Names as on the wire, times in epoch ms. */
export interface StoredSetting {
  readonly sn: string;
  /** Code of the command that sets it. */
  readonly code: string;
  /** Value in effect, without secrets; null if unknown. */
  readonly known: Readonly<Record<string, unknown>> | null;
  readonly known_time: number | null;
  readonly known_how: 'read' | 'told' | null;
  /** Value of the last command, regardless of its result. */
  readonly sent: Readonly<Record<string, unknown>> | null;
  readonly sent_time: number | null;
  readonly sent_state: TicketState | null;
  readonly sent_name: string | null;
}
