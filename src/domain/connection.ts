import type { LockProtocol } from './family';
import { choices } from './label';
import type { LockReport } from './lock';

export const CONNECTION_EVENT = { came: 1, went: 2, refused: 3, unread: 4 } as const;

export const contactEvent = choices(
  [
    [CONNECTION_EVENT.came, 'Connected', '已连接'],
    [CONNECTION_EVENT.went, 'Disconnected', '已断开'],
    [CONNECTION_EVENT.refused, 'Refused', '被拒绝'],
    [CONNECTION_EVENT.unread, 'Message refused', '消息被拒绝'],
  ],
  { 1: 'success', 2: 'default', 3: 'error', 4: 'warning' },
);

type ContactEvent = (typeof contactEvent)[number][0];

/** Reasons for refusing a lock or one of its messages. */
export const REFUSED = {
  wrongPassword: 1,
  revoked: 2,
  unknown: 3,
  otherName: 4,
  otherTopic: 5,
  malformed: 6,
  otherProtocol: 7,
} as const;

/** Ends of a connection: the lock closed it, nothing more was heard, or the server closed it. */
export const CONNECTION_END = { byLock: 8, lost: 9, byServer: 10 } as const;

export const contactReason = choices([
  [REFUSED.wrongPassword, 'Wrong password', '密码错误'],
  [REFUSED.revoked, 'Access revoked', '接入已被吊销'],
  [REFUSED.unknown, 'No device with this SN', '没有该设备号的设备'],
  [
    REFUSED.otherName,
    'Client ID and user name must both be the SN',
    '客户端 ID 与用户名不都是设备号',
  ],
  [REFUSED.otherTopic, 'Topic of another lock', '使用了不属于它的主题'],
  [REFUSED.malformed, 'Unreadable message', '无法解析'],
  [REFUSED.otherProtocol, 'Registered with another protocol', '设备登记的是其他协议'],
  [CONNECTION_END.byLock, 'Closed by the lock', '设备主动断开'],
  [CONNECTION_END.lost, 'Not closed: contact lost', '未正常断开：信号丢失'],
  [CONNECTION_END.byServer, 'Closed by the server', '平台断开'],
]);

export type ContactReason = (typeof contactReason)[number][0];

/** Number of messages stored per lock, raw and decoded. Older ones are overwritten. */
export const MAX_STORED_MESSAGES = 50;

export const messageDirection = choices([
  [1, 'From the lock', '设备上行'],
  [2, 'To the lock', '平台下行'],
]);

/** Raw and decoded message between a lock and its carrier. */
export interface WireMessage {
  /** Serial number of the device. Messages of unknown locks are not stored. */
  readonly sn: string;
  /** Server clock, epoch ms. */
  readonly at: number;
  /** True if it is sent to the lock. */
  readonly down: boolean;
  readonly carrier: LockProtocol;
  /** Message type in the carrier's terms, such as the last level of an MQTT topic. */
  readonly channel?: string;
  /** The message log masks passwords in JSON. For other formats the gateway masks them before. */
  readonly raw: Uint8Array;
  /** Decoded content. The message log removes members named like passwords or keys. */
  readonly said?: unknown;
  /** Reports in it, stored or not. */
  readonly reports?: readonly LockReport[];
  /** Reason for which it was not fully decoded. */
  readonly why?: string;
  /** True for a plain report, understood in full, and its acknowledgement: stored only while its lock is watched. */
  readonly whileWatched?: boolean;
}

/**
 * Stores a message for troubleshooting. Resolves when it is stored, or discarded because no device has its serial
 * number or its lock is not watched. Rejects if it could not be stored.
 */
export type StoreMessage = (message: WireMessage) => Promise<void>;

export interface ConnectionEvent {
  /** Id that the lock sent; not always the serial number of a device. */
  readonly sn: string;
  readonly event: ContactEvent;
  readonly reason?: ContactReason;
  /** Details for the developer of the lock. */
  readonly detail?: string;
  /** Protocol, if it did not connect to the broker. */
  readonly protocol?: LockProtocol;
  /** IP address, if the broker reports it. */
  readonly address?: string;
  /** Epoch ms. */
  readonly at: number;
}
