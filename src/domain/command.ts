import { choices, type Label } from './label';
import type { TicketState } from './ticket';

/** When a lock seals by itself. Specification section 4. */
export const autoSealMode = choices([
  [0, 'Auto seal', '自动施封'],
  [1, 'Close without physical lock or seal', '关锁时不物理锁闭、不施封'],
  [2, 'Auto seal when the rod is put back', '重新插入锁杆自动施封'],
  [3, 'Close, lock physically and seal by itself', '关锁自动物理锁闭并施封'],
  [4, 'Auto seal outside the area', '区域外自动施封'],
  [5, 'Auto seal while driving', '行驶中自动施封'],
]);

/** Whether a lock can be unsealed at all. Specification section 4. */
export const unsealEnable = choices([
  [1, 'Enabled', '启用'],
  [2, 'Disabled', '禁用'],
]);

/** Specification section 4. */
export const managementMode = choices([
  [1, 'Enter', '进入'],
  [0, 'Exit', '退出'],
]);

/** Minutes east of UTC that clocks somewhere are set to. */
const OFFSETS = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120,
  180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525, 540, 570, 600, 630, 660, 720, 765,
  780, 840,
] as const;

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `UTC+08:00` */
const offsetText = (minutes: number): string => {
  const distance = Math.abs(minutes);
  const clock = `${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
  return `UTC${minutes < 0 ? '-' : '+'}${clock}`;
};

/** Time zones as locks know them: minutes east of UTC, without summer time. */
export const timeOffset = choices(
  OFFSETS.map((minutes) => [minutes, offsetText(minutes), offsetText(minutes)] as const),
);

/** A server that a lock connects to: a name or an IPv4 address. */
export const hostName = {
  max: 100,
  pattern:
    /^(?=.{1,100}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*$/,
  message: [
    'A host name or an IPv4 address, without port and path',
    '主机名或 IPv4 地址，不含端口和路径',
  ],
} as const satisfies { readonly message: Label; readonly [limit: string]: unknown };

/** The numbers that the control commands are known by. Specification section 4. */
export const CONTROL = { restart: 1, clearCache: 2, factoryReset: 3 } as const;

/** The command that asks a lock for all its settings. */
export const READ_SETTINGS = 'readSettings';

/** How it is known what a lock has: it said so, or it was told and did it. */
export const settingSource = choices([
  ['read', 'Read from the lock', '从设备读取'],
  ['told', 'Sent to the lock', '已下发'],
]);

/** What is known of a setting of one lock; names as on the wire, times in ms since 1970. */
export interface StoredSetting {
  readonly sn: string;
  /** The code of the command that the setting is known by. */
  readonly code: string;
  /** What the lock has, without secrets; null where nobody knows. */
  readonly known: Readonly<Record<string, unknown>> | null;
  readonly known_time: number | null;
  readonly known_how: 'read' | 'told' | null;
  /** What it was sent last, whatever became of it. */
  readonly sent: Readonly<Record<string, unknown>> | null;
  readonly sent_time: number | null;
  readonly sent_state: TicketState | null;
  readonly sent_name: string | null;
}
