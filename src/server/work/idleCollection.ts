import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SECOND } from '../../domain/duration';

const CHECK_INTERVAL = 5 * SECOND;
/** Time without a request before a collection, which holds the event loop for some 100 ms. */
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

/** Exposes V8's collector, which is hidden without a flag of the command line. */
const exposeCollector = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
};

interface RequestSource {
  on(event: 'request', listener: () => void): unknown;
}

/** Collects garbage while the server is idle. V8 itself leaves it in memory until the next requests come. */
export const collectWhenIdle = (server: RequestSource): void => {
  const decision = createIdleDecision();
  const collect = exposeCollector();
  const heapSize = () => getHeapStatistics().used_heap_size;
  let utilization = performance.eventLoopUtilization();
  server.on('request', () => decision.noteRequest(performance.now()));
  const check = () => {
    const { utilization: busy } = performance.eventLoopUtilization(utilization);
    utilization = performance.eventLoopUtilization();
    if (!decision.isDue({ now: performance.now(), heap: heapSize(), busy })) return;
    collect();
    decision.noteCollection(heapSize());
  };
  setInterval(check, CHECK_INTERVAL).unref();
};
