import { errorMessage } from '../../../protocol';
import type { LinkLog } from '../link';

/** Time for which messages are collected before they are written together, ms. */
const BATCH_WINDOW = 10;
const MAX_BATCH = 1_000;
/** Messages of one lock in a batch. Its later ones wait, so that they hold up neither other locks nor calls. */
const MAX_OF_LOCK = 100;
/**
 * Number of waiting messages above which a warning about the database is logged. They are not refused, because a
 * disconnected lock would send them again. Each carrier reads on only when its messages are stored, which bounds the
 * number.
 */
const MAX_BACKLOG = 50_000;
const RETRY_INTERVAL = 2_000;

/** True for SQLSTATE classes 22 and 23: PostgreSQL would refuse the value on every retry. */
const isRefused = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

interface LockMessage {
  readonly sn: string;
}

/** Stores a batch, all or nothing. It passes messages of unregistered locks to `skip`. */
export type WriteBatch<T> = (batch: T[], skip: (message: T) => void) => Promise<void>;

/**
 * Writes a batch. If the database refuses a message, writes the others without it.
 * @throws any other error of the database; nothing of the batch is then written
 */
const writeAcceptable = async <T extends LockMessage>(
  write: (batch: T[]) => Promise<void>,
  batch: T[],
  log: LinkLog,
): Promise<void> => {
  try {
    await write(batch);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [only] = batch;
    if (batch.length === 1) {
      log.error(`A message of ${only?.sn} is refused: ${errorMessage(error)}`);
      return;
    }
    const middle = batch.length >> 1;
    await writeAcceptable(write, batch.slice(0, middle), log);
    await writeAcceptable(write, batch.slice(middle), log);
  }
};

interface QueuedMessage<T> {
  readonly message: T;
  readonly finish: (isKnown: boolean) => void;
}

/** Returns the oldest messages that may be written together. */
const nextBatch = <T extends LockMessage>(
  queue: readonly QueuedMessage<T>[],
  maxBatch: number,
): QueuedMessage<T>[] => {
  const batch: QueuedMessage<T>[] = [];
  const counts = new Map<string, number>();
  for (const waiting of queue) {
    if (batch.length === maxBatch) break;
    const { sn } = waiting.message;
    const count = counts.get(sn) ?? 0;
    if (count === MAX_OF_LOCK) continue;
    counts.set(sn, count + 1);
    batch.push(waiting);
  }
  return batch;
};

/**
 * Collects messages of one kind and writes them in batches, one at a time and in order. Messages that arrive during a
 * write make the next batch. A failed batch is retried.
 * @param maxBatch maximum messages of a batch
 */
export const createReportBuffer = <T extends LockMessage>(
  write: WriteBatch<T>,
  log: LinkLog,
  maxBatch = MAX_BATCH,
) => {
  let queue: QueuedMessage<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;
  let isBehind = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = nextBatch(queue, maxBatch);
      const messages = batch.map(({ message }) => message);
      const skipped = new Set<T>();
      const skip = (message: T) => void skipped.add(message);
      try {
        await writeAcceptable((part) => write(part, skip), messages, log);
        const writtenBatch = new Set(batch);
        queue = queue.filter((waiting) => !writtenBatch.has(waiting));
        isBehind = isBehind && queue.length > MAX_BACKLOG / 2;
        for (const { message, finish } of batch) finish(!skipped.has(message));
      } catch (error) {
        log.error(`${batch.length} messages not written yet: ${errorMessage(error)}`);
        if (closed) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
      }
    }
  };

  const start = () => {
    timer = undefined;
    writing ??= flush().finally(() => {
      writing = undefined;
      if (queue.length > 0 && !closed) schedule();
    });
  };
  const schedule = () => {
    timer ??= setTimeout(start, BATCH_WINDOW);
  };

  return {
    /**
     * Resolves when the message is stored or the database has refused it; with false if its lock is not registered.
     * Never resolves once the buffer is closed, because such a message must not be acknowledged. Callers wait for it
     * before they read on.
     */
    add: (message: T): Promise<boolean> =>
      new Promise((resolve) => {
        if (closed) return;
        if (queue.length >= MAX_BACKLOG && !isBehind) {
          log.error('The database does not keep up: locks wait until it does');
          isBehind = true;
        }
        queue.push({ message, finish: resolve });
        schedule();
      }),
    /** Writes the remaining messages and stops. */
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await writing;
      await flush();
    },
  };
};

/** Returns the lane of a lock, the same for all of its messages. */
const laneOf = (sn: string, lanes: number): number => {
  let hash = 0;
  for (let i = 0; i < sn.length; i++) hash = (hash * 31 + sn.charCodeAt(i)) | 0;
  return (hash >>> 0) % lanes;
};

/**
 * Splits messages among buffers by their locks. One batch is then computed while the database writes another, and the
 * messages of a lock keep their order.
 */
export const createLanes = <T extends LockMessage>(
  write: WriteBatch<T>,
  log: LinkLog,
  count: number,
) => {
  const lanes = Array.from({ length: count }, () => createReportBuffer(write, log));
  return {
    add: (message: T): Promise<boolean> =>
      (lanes[laneOf(message.sn, count)] as (typeof lanes)[number]).add(message),
    close: async (): Promise<void> => {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
};
