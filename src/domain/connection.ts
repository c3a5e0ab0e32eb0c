import type { LockProtocol } from './family';
import { choices } from './label';

/** What happened between a lock and the broker. */
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

/** Why a lock, or a message of it, is not let in. */
export const REFUSED = {
  wrongPassword: 1,
  revoked: 2,
  unknown: 3,
  otherName: 4,
  otherTopic: 5,
  malformed: 6,
  otherProtocol: 7,
} as const;

export const contactReason = choices([
  [REFUSED.wrongPassword, 'Wrong password', '密码错误'],
  [REFUSED.revoked, 'Its access was revoked', '接入已被吊销'],
  [REFUSED.unknown, 'There is no device with this SN', '没有该设备号的设备'],
  [
    REFUSED.otherName,
    'Client ID and user name are not both the SN',
    '客户端 ID 与用户名不都是设备号',
  ],
  [REFUSED.otherTopic, 'A topic that is not its own', '使用了不属于它的主题'],
  [REFUSED.malformed, 'Not understood', '无法解析'],
  [REFUSED.otherProtocol, 'The device is entered with another protocol', '设备登记的是其他协议'],
]);

export type ContactReason = (typeof contactReason)[number][0];

/** How many messages of a lock are kept, raw and decoded: its newest. */
export const MAX_STORED_MESSAGES = 50;

export const messageDirection = choices(
  [
    [1, 'From the lock', '设备上行'],
    [2, 'To the lock', '平台下行'],
  ],
  { 1: 'info', 2: 'default' },
);

/** A message between a lock and its carrier, as it was and as it was understood. */
export interface WireMessage {
  /** As the lock is entered; what unknown locks say is not kept. */
  readonly sn: string;
  /** ms since 1970, this server's clock. */
  readonly at: number;
  /** Whether it goes to the lock. */
  readonly down: boolean;
  readonly carrier: LockProtocol;
  /** What kind of message it is, in the carrier's words: the end of an MQTT topic, say. */
  readonly channel?: string;
  /** Every byte. Passwords in JSON are masked by who keeps it; whoever speaks another language masks them itself. */
  readonly raw: Uint8Array;
  /** What it says; members that are called passwords or keys are left out by who keeps it. */
  readonly said?: unknown;
  /** What of it was not understood. */
  readonly why?: string;
}

/** Keeps a message to be looked at. Resolves when it is stored, or is one of a lock that nobody entered. */
export type StoreMessage = (message: WireMessage) => Promise<void>;

/** Something that happened between a lock and the broker. */
export interface ConnectionEvent {
  /** As the lock calls itself: not always one of a device. */
  readonly sn: string;
  readonly event: ContactEvent;
  readonly reason?: ContactReason;
  /** What exactly, in words for whoever programs the lock. */
  readonly detail?: string;
  /** What it speaks, where it did not come to the broker. */
  readonly protocol?: LockProtocol;
  /** IP address that it came from, where the broker tells. */
  readonly address?: string;
  /** ms since 1970. */
  readonly at: number;
}
