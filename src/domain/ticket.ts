import { DAY } from './duration';
import { choices } from './label';

/**
 * The life of a command to one lock: unconfirmed where a second person is to agree, planned where it is the turn of others
 * first, waiting (offline or asleep), sent, then success, failure (the lock refused), answered (the lock's words without a
 * verdict, by Traccar) or invalid (no reply in time), or cancelled while it waited.
 */
export const ticketState = choices(
  [
    ['unconfirmed', 'Waiting for confirmation', '待复核'],
    ['planned', 'Waiting for its wave', '等待分批'],
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
);

export type TicketState = (typeof ticketState)[number][0];

/** Who gave a command: an operator, or the server because a lock entered a rule's region or a schedule's time came. */
export const ticketSource = choices([
  [1, 'User', '用户'],
  [2, 'Regional rule', '区域规则'],
  [3, 'Schedule', '定时任务'],
]);

export type TicketSource = (typeof ticketSource)[number][0];

/** Named sources for rules that speak of one of them. */
export const SOURCE = { operator: 1, regionalRule: 2, schedule: 3 } as const;

/** The result as the wire counts it. Specification section 4. */
export const ticketResult = choices(
  [
    [1, 'Success', '成功'],
    [2, 'Failure', '失败'],
    [3, 'Invalid', '失效'],
  ],
  { 1: 'success', 2: 'error', 3: 'warning' },
);

/** A lock that was sent a command has this long to reply, ms. Specification section 9. */
export const REPLY_LIMIT = 60_000;

/**
 * A lock that has said how far it is has this long to say that it is further, ms: it fetches over a slow line, writes, and
 * starts anew.
 */
export const PROGRESS_LIMIT = 600_000;

const OPEN_STATES: readonly TicketState[] = ['unconfirmed', 'planned', 'waiting', 'sent'];

/** States in which nothing more will happen. */
export const isFinal = (state: TicketState): boolean => !OPEN_STATES.includes(state);

/** What becomes of a command to many locks: of one press of its button, or one run of a schedule. */
export const batchState = choices(
  [
    ['unconfirmed', 'Waiting for confirmation', '待复核'],
    ['declined', 'Declined', '已驳回'],
    ['stopped', 'Stopped: too many failures', '失败过多，已停止'],
    ['running', 'Under way', '执行中'],
    ['done', 'Done', '已完成'],
    ['failed', 'Partly done', '部分未成功'],
  ],
  {
    unconfirmed: 'warning',
    declined: 'default',
    stopped: 'error',
    running: 'info',
    done: 'success',
    failed: 'error',
  },
);

/** A command to many locks, some first: it goes on by itself as long as few of them fail. */
export interface Waves {
  /** Locks of the first wave. */
  readonly first: number;
  /** Locks of every further one; all the others at once without it. */
  readonly next?: number;
  /** So many failures in one wave are borne: one more stops it. */
  readonly failures: number;
}

/** The wave of a lock by its place in the order of sending, which begins at 0; waves begin at 1. */
export const waveSize = (place: number, { first, next }: Waves): number => {
  if (place < first) return 1;
  return next === undefined ? 2 : 2 + Math.floor((place - first) / next);
};

/**
 * Which sendings of a command take a reason and a confirmation that is typed: all of them, or those to many locks and to
 * locks outside of their geofences.
 */
export type ConfirmationPolicy = 'always' | 'many';

/** A sending, as far as it decides whether it is confirmed. */
interface ConfirmationInput {
  readonly count: number;
  /** Locks of it that are outside of every geofence that names them. */
  readonly outside: number;
  /** So many locks are many: the system parameter `command_typed_from`. */
  readonly from: number;
}

/** Whether a sending takes a reason and a typed confirmation. */
export const needsConfirmation = (
  policy: ConfirmationPolicy | undefined,
  { count, outside, from }: ConfirmationInput,
): boolean => policy === 'always' || (policy === 'many' && (count >= from || outside > 0));

/** What is typed to confirm: the number of the one lock, or how many they are. */
export const confirmationText = (sns: readonly string[], total: number): string =>
  total === 1 ? (sns[0] ?? '') : String(total);

/** Hours that an operator may let a command wait for its lock, at the most. */
export const MAX_WAIT_HOURS = 720;

/** How far ahead a command may be told to start, ms. */
export const MAX_DELAY = 366 * DAY;

const NUMBERS = /\d+/g;

/** Whether a firmware version is older than another: by their numbers, in order; of texts without any nothing is known. */
export const isOlder = (version: string, than: string): boolean => {
  const [ours, theirs] = [version, than].map((text) => (text.match(NUMBERS) ?? []).map(Number));
  if (!ours?.length || !theirs?.length) return false;
  for (let i = 0; i < Math.max(ours.length, theirs.length); i++) {
    const difference = (ours[i] ?? 0) - (theirs[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
};
