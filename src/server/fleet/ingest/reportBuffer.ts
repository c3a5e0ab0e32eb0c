import type { LockReport } from '../../../domain/report';
import type { LinkLog } from '../link';

/** A report as it arrived. */
export interface Received {
  readonly sn: string;
  readonly report: LockReport;
  /** ms since 1970, this server's clock. */
  readonly receivedAt: number;
}

/** Reports wait at most this long, ms, to be written together: 1,000 rows in one statement cost as much as 20 alone. */
const WINDOW = 200;
const MOST = 1_000;
/** A database that is away must not fill the memory: beyond this the oldest are dropped, and that is said. */
const KEPT = 200_000;
const RETRY = 2_000;

/** A value that the database refuses will be refused every time: SQLSTATE classes 22 and 23. */
const isRefused = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));

/**
 * Writes a batch; where a report in it is refused, the others are written without it.
 * @throws what the database throws for any other reason, with nothing of the batch written
 */
const writeAround = async (
  write: (batch: Received[]) => Promise<void>,
  batch: Received[],
  log: LinkLog,
): Promise<void> => {
  try {
    await write(batch);
  } catch (error) {
    if (!isRefused(error)) throw error;
    const [only] = batch;
    if (batch.length === 1) {
      log.error(`A report of ${only?.sn} is refused: ${(error as Error).message}`);
      return;
    }
    const middle = batch.length >> 1;
    await writeAround(write, batch.slice(0, middle), log);
    await writeAround(write, batch.slice(middle), log);
  }
};

/**
 * Gathers reports and writes them in batches, one at a time and in order. A batch that fails is tried again.
 * @param write stores a batch, all or nothing
 */
export const reportBuffer = (write: (batch: Received[]) => Promise<void>, log: LinkLog) => {
  let queue: Received[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let closed = false;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, MOST);
      try {
        await writeAround(write, batch, log);
        queue = queue.slice(batch.length);
      } catch (error) {
        log.error(`${batch.length} reports not written yet: ${(error as Error).message}`);
        if (closed) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
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
    timer ??= setTimeout(start, WINDOW);
  };

  return {
    add: (received: Received) => {
      if (queue.length >= KEPT) {
        log.error(`The database does not keep up: a report of ${queue[MOST]?.sn} is lost`);
        queue.splice(MOST, 1);
      }
      queue.push(received);
      schedule();
    },
    /** Writes what is left and stops. */
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(timer);
      await writing;
      await flush();
    },
  };
};
