import { errorMessage } from '../../protocol';
import type { LinkLog } from './link';

/** Messages within this time, ms, are written together. */
const BATCH_WINDOW = 10;
const MAX_BATCH = 1_000;
/**
 * Waiting messages above which the database is logged as too slow. They are not refused: a lock that was cut off would
 * send the same again. Each carrier reads on only when its messages are stored, which bounds them.
 */
const MAX_BACKLOG = 50_000;
const RETRY_INTERVAL = 2_000;

/** A value that the database refuses will be refused every time: SQLSTATE classes 22 and 23. */
const isRefused = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

/** A lock's message to store. */
interface LockMessage {
  readonly sn: string;
}

/** Stores a batch, all or nothing, except the messages that it gives to `skip`: their lock is not registered. */
type WriteBatch<T> = (batch: T[], skip: (message: T) => void) => Promise<void>;

/**
 * Writes a batch. If the database refuses a message, the others are written without it.
 * @throws what the database throws for any other reason, with nothing of the batch written
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

interface Waiting<T> {
  readonly message: T;
  readonly finish: (isKnown: boolean) => void;
}

/**
 * Gathers messages of one kind and writes them in batches, one at a time and in order: what comes while a batch is
 * written makes the next one. A batch that fails is tried again.
 * @param maxBatch messages of a batch
 */
export const createReportBuffer = <T extends LockMessage>(
  write: WriteBatch<T>,
  log: LinkLog,
  maxBatch = MAX_BATCH,
) => {
  let queue: Waiting<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;
  let isBehind = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      const messages = batch.map(({ message }) => message);
      const skipped = new Set<T>();
      const skip = (message: T) => void skipped.add(message);
      try {
        await writeAcceptable((part) => write(part, skip), messages, log);
        queue = queue.slice(batch.length);
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
     * Resolves when the message is stored for good, or is one that the database never takes; with false if its lock is
     * not registered. After the buffer is closed it never resolves: such a message must not be acknowledged. Whoever
     * brings messages waits with the next ones.
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
    /** Writes what is left and stops. */
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await writing;
      await flush();
    },
  };
};
