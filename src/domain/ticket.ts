import { DAY } from './duration';
import { choices, type Label } from './label';

/**
 * States of a command to one lock. `unconfirmed`: a second person must agree. `planned`: an earlier wave is running.
 * `waiting`: the lock is offline or asleep. `sent`: no reply yet. Final: `success`, `failure` (the lock refused),
 * `answered` (text without a verdict, from Traccar), `invalid` (no reply in time), `cancelled` (while it waited).
 */
export const ticketState = choices(
  [
    ['unconfirmed', 'Waiting for confirmation', '待复核'],
    ['planned', 'In a later wave', '等待分批'],
    ['waiting', 'Waiting for the lock', '等待设备'],
    ['sent', 'Sent', '已发送'],
    ['success', 'Success', '成功'],
    ['failure', 'Failure', '失败'],
    ['answered', 'Answered, result unknown', '已答复，结果未知'],
    ['invalid', 'No reply', '无应答'],
    ['cancelled', 'Cancelled', '已取消'],
  ],
  {
    unconfirmed: 'warning',
    waiting: 'info',
    sent: 'info',
    success: 'success',
    failure: 'error',
    answered: 'info',
    invalid: 'warning',
  },
  { forms: { unconfirmed: 'sign' } },
);

export type TicketState = (typeof ticketState)[number][0];

/** Reasons why the tickets of a lock end with its owner. */
export const LOCK_ENDINGS = {
  deleted: ['The device was deleted', '设备已被删除'],
  renumbered: ['The serial number of the device was changed', '设备号已更改'],
  moved: ['The device was moved to another organisation', '设备已转移到其他机构'],
} as const satisfies Readonly<Record<string, Label>>;

/** Reasons why a command that waited does not go out. */
export const SENDING_ENDINGS = {
  mayNot: ['The sender may no longer send this command', '下发人已无权下发此指令'],
  seesNot: [
    'The sender may no longer send commands to this device',
    '下发人已无权向此设备下发指令',
  ],
} as const satisfies Readonly<Record<string, Label>>;

/** Reasons that the server stores as the message of a ticket. */
export const TICKET_ENDINGS: readonly Label[] = Object.values({
  ...LOCK_ENDINGS,
  ...SENDING_ENDINGS,
});

/** Origin of a command: an operator, or the server, on entry into a rule's region or by a schedule. */
export const ticketSource = choices([
  [1, 'User', '用户'],
  [2, 'Regional rule', '区域规则'],
  [3, 'Schedule', '定时任务'],
]);

export type TicketSource = (typeof ticketSource)[number][0];

/** Source codes by name. */
export const SOURCE = { operator: 1, regionalRule: 2, schedule: 3 } as const;

/** Values of `result` by the contract. */
export const ticketResult = choices(
  [
    [1, 'Success', '成功'],
    [2, 'Failure', '失败'],
    [3, 'Invalid', '失效'],
  ],
  { 1: 'success', 2: 'error', 3: 'warning' },
);

/** Time in which a lock must reply to a command, ms. */
export const REPLY_LIMIT = 60_000;

/**
 * Time in which a lock that reports progress must report more, ms. It downloads over a slow line, flashes and restarts.
 */
export const PROGRESS_LIMIT = 600_000;

export const OPEN_STATES: readonly TicketState[] = ['unconfirmed', 'planned', 'waiting', 'sent'];

export const isFinal = (state: TicketState): boolean => !OPEN_STATES.includes(state);

/** States of a command to many locks: one sending by an operator, or one run of a schedule. */
export const batchState = choices(
  [
    ['unconfirmed', 'Waiting for confirmation', '待复核'],
    ['declined', 'Declined', '已驳回'],
    ['stopped', 'Stopped after too many failures', '失败过多，已停止'],
    ['running', 'In progress', '执行中'],
    ['done', 'Done', '已完成'],
    ['failed', 'Partly done', '部分未成功'],
  ],
  {
    unconfirmed: 'warning',
    stopped: 'error',
    running: 'info',
    done: 'success',
    failed: 'error',
  },
  { forms: { unconfirmed: 'sign' } },
);

/** Command sent in waves. The next wave starts automatically unless too many locks fail. */
export interface Waves {
  /** Number of locks in the first wave. */
  readonly first: number;
  /** Number of locks in each further wave; by default one wave for all others. */
  readonly next?: number;
  /** Tolerated failures per wave; one more stops the command. */
  readonly failures: number;
}

/** Time in which the further calls of a batch are expected, ms. */
export const CHUNK_WINDOW = 60_000;

/** Returns the wave of a lock, from 1. @param place position in the order of sending, from 0 */
export const waveSize = (place: number, { first, next }: Waves): number => {
  if (place < first) return 1;
  return next === undefined ? 2 : 2 + Math.floor((place - first) / next);
};

/**
 * Sendings that need a reason and a typed confirmation: all, or those to many locks or to locks outside their
 * geofences.
 */
export type ConfirmationPolicy = 'always' | 'many';

interface ConfirmationInput {
  readonly count: number;
  /** Number of its locks that are outside every geofence assigned to them. */
  readonly outside: number;
  /** Number of locks that counts as many: the system parameter `command_typed_from`. */
  readonly from: number;
}

/** True if the sending needs a reason and a typed confirmation. */
export const needsConfirmation = (
  policy: ConfirmationPolicy | undefined,
  { count, outside, from }: ConfirmationInput,
): boolean => policy === 'always' || (policy === 'many' && (count >= from || outside > 0));

/** Text to type as confirmation: the serial number of a single lock, or the number of locks. */
export const confirmationText = (sns: readonly string[], total: number): string =>
  total === 1 ? (sns[0] ?? '') : String(total);

/** Limit of the hours that an operator may let a command wait for its lock. */
export const MAX_WAIT_HOURS = 720;

/** Limit of the time by which an operator may delay a command, ms. */
export const MAX_DELAY = 366 * DAY;

const NUMBERS = /\d+/g;

/** True if a firmware version is older, by its numbers in order. False if either version has no number. */
export const isOlder = (version: string, than: string): boolean => {
  const [ours, theirs] = [version, than].map((text) => (text.match(NUMBERS) ?? []).map(Number));
  if (!ours?.length || !theirs?.length) return false;
  for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
    const difference = (ours[i] ?? 0) - (theirs[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
};
