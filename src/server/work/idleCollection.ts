import type { Server } from 'node:http';
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { MINUTE, SECOND } from '../../domain/duration';

const CHECK_INTERVAL = 5 * SECOND;
/** Time without a request before a collection, which holds the event loop for some 300 ms. */
const QUIET_TIME = 10 * SECOND;
/** Share of time that the event loop may be busy, with reports of locks for example. */
const MAX_BUSY = 0.25;
/** Ratio of the heap, with its free pages, to the objects that survived the last collection. */
const MAX_RATIO = 1.3;
/** A server with few locks fills its pages for new objects again and again. */
const MIN_INTERVAL = MINUTE;

interface Moment {
  /** ms, monotonic. */
  readonly now: number;
  /** Size of the heap, with garbage and free pages, bytes. */
  readonly heap: number;
  /** Share of time in which the event loop was busy since the last check, 0 to 1. */
  readonly busy: number;
}

/** Decides when a process is idle and has garbage. */
export const createIdleDecision = () => {
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  let last: { readonly at: number; readonly live: number } | undefined;
  return {
    noteRequest: (now: number): void => {
      lastRequestAt = now;
    },
    /** @param live size of the objects that survived, bytes */
    noteCollection: (at: number, live: number): void => {
      last = { at, live };
    },
    /** True also before the first collection, which removes what the start has left. */
    isDue: ({ now, heap, busy }: Moment): boolean =>
      now - lastRequestAt >= QUIET_TIME &&
      busy <= MAX_BUSY &&
      (!last || (now - last.at >= MIN_INTERVAL && heap > MAX_RATIO * last.live)),
  };
};

/**
 * Collects all garbage and returns the memory to the system. V8's own `gc` keeps a third of it, in pages for new objects.
 */
const collect = async (): Promise<void> => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
};

/** Collects garbage while the server is idle. V8 itself leaves it in memory until the next requests come. */
export const collectWhenIdle = (server: Server): void => {
  const decision = createIdleDecision();
  let utilization = performance.eventLoopUtilization();
  server.on('request', () => decision.noteRequest(performance.now()));
  const check = async () => {
    const { utilization: busy } = performance.eventLoopUtilization(utilization);
    utilization = performance.eventLoopUtilization();
    const { total_heap_size: heap } = getHeapStatistics();
    if (!decision.isDue({ now: performance.now(), heap, busy })) return;
    await collect();
    decision.noteCollection(performance.now(), getHeapStatistics().used_heap_size);
  };
  setInterval(check, CHECK_INTERVAL).unref();
};
