import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { SECOND } from '../../domain/duration';

const CHECK_INTERVAL = 5 * SECOND;
/** Time without a request before a collection, which holds the event loop for some 300 ms. */
const QUIET_TIME = 10 * SECOND;
/** Share of time that the event loop may be busy, with reports of locks for example. */
const MAX_BUSY = 0.25;
/** Growth of the heap since the last collection that makes the next worthwhile. */
const GROWTH = 1.5;

/** State of the process at a check. */
interface Moment {
  /** ms, monotonic. */
  readonly now: number;
  /** Used size of the heap, bytes. */
  readonly heap: number;
  /** Share of time in which the event loop was busy since the last check, 0 to 1. */
  readonly busy: number;
}

/** Decides when a process is idle and has garbage. */
export const createIdleDecision = () => {
  let lastRequestAt = Number.NEGATIVE_INFINITY;
  let liveHeap: number | undefined;
  return {
    noteRequest: (now: number): void => {
      lastRequestAt = now;
    },
    /** @param heap used size after a collection, bytes */
    noteCollection: (heap: number): void => {
      liveHeap = heap;
    },
    /** True also before the first collection, which removes what the start has left. */
    isDue: ({ now, heap, busy }: Moment): boolean =>
      now - lastRequestAt >= QUIET_TIME &&
      busy <= MAX_BUSY &&
      (liveHeap === undefined || heap > GROWTH * liveHeap),
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

interface RequestSource {
  on(event: 'request', listener: () => void): unknown;
}

/** Collects garbage while the server is idle. V8 itself leaves it in memory until the next requests come. */
export const collectWhenIdle = (server: RequestSource): void => {
  const decision = createIdleDecision();
  const heapSize = () => getHeapStatistics().used_heap_size;
  let utilization = performance.eventLoopUtilization();
  server.on('request', () => decision.noteRequest(performance.now()));
  const check = async () => {
    const { utilization: busy } = performance.eventLoopUtilization(utilization);
    utilization = performance.eventLoopUtilization();
    if (!decision.isDue({ now: performance.now(), heap: heapSize(), busy })) return;
    await collect();
    decision.noteCollection(heapSize());
  };
  setInterval(check, CHECK_INTERVAL).unref();
};
