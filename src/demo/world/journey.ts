import { randomBetween } from './random';

const HOUR = 3600;

/** Ranges of a driver's driving, break and night times, and of a truck's stay in a depot, seconds. */
const DRIVE: readonly [number, number] = [3.6 * HOUR, 4.5 * HOUR];
const BREAK: readonly [number, number] = [0.5 * HOUR, 0.9 * HOUR];
const NIGHT: readonly [number, number] = [6.5 * HOUR, 9 * HOUR];
const DEPOT: readonly [number, number] = [2 * HOUR, 7 * HOUR];

/** Mean speed of a stint and the swings around it, for traffic and hills, km/h. Together they stay within 40 to 85. */
const MEAN: readonly [number, number] = [55, 70];
const SWINGS = [
  { by: 9, every: 420 },
  { by: 6, every: 1790 },
] as const;

type StageKind = 'drive' | 'break' | 'night' | 'depot';

interface Stage {
  kind: StageKind;
  /** Seconds since the start of the round trip. */
  from: number;
  /** Kilometres from the start of the road. */
  km: number;
  /** 1 towards the end of the road, -1 back. */
  way: 1 | -1;
  /** Mean speed, km/h. */
  mean: number;
  /** Phase of the swings, radians. */
  phase: number;
}

interface Journey {
  stages: readonly Stage[];
  /** Duration of the round trip. */
  seconds: number;
  /** Position in the round trip at the start of 1970, seconds. */
  offset: number;
}

/** End of a truck's road. */
export type DepotEnd = 'start' | 'end';

const frequency = (every: number): number => (2 * Math.PI) / every;

const speedAfter = ({ mean, phase }: Stage, seconds: number): number =>
  SWINGS.reduce(
    (sum, { by, every }) => sum + by * Math.sin(frequency(every) * seconds + phase),
    mean,
  );

/** Integral of the speed, so that position and speed agree. */
const kmAfter = ({ mean, phase }: Stage, seconds: number): number =>
  SWINGS.reduce((sum, { by, every }) => {
    const w = frequency(every);
    return sum + (by / w) * (Math.cos(phase) - Math.cos(w * seconds + phase));
  }, mean * seconds) / HOUR;

/** Finds the time after which a stage has covered a distance. Bisection works because the speed is never near 0. */
const secondsUntil = (stage: Stage, km: number, max: number): number => {
  let low = 0;
  let high = max;
  while (high - low > 0.5) {
    const middle = (low + high) / 2;
    if (kmAfter(stage, middle) < km) low = middle;
    else high = middle;
  }
  return high;
};

/**
 * Plans the round trip of a truck: there and back, with breaks, nights and depots. The result depends only on length
 * and seed, so a truck is at the right place after a restart.
 * @param lengthKm the road's length
 * @param seed an integer
 */
export const planJourney = (lengthKm: number, seed: number): Journey => {
  const stages: Stage[] = [];
  let clock = 0;
  const draw = ([min, max]: readonly [number, number], salt: number): number =>
    randomBetween(min, max, seed, stages.length, salt);
  const add = (kind: StageKind, seconds: number, km: number, way: 1 | -1): void => {
    stages.push({ kind, from: clock, km, way, mean: 0, phase: 0 });
    clock += seconds;
  };

  for (const way of [1, -1] as const) {
    let driven = 0;
    for (let stint = 0; driven < lengthKm; stint++) {
      if (stint > 0) {
        const kind = stint % 2 === 1 ? 'break' : 'night';
        const stop = kind === 'break' ? BREAK : NIGHT;
        add(kind, draw(stop, 1), way === 1 ? driven : lengthKm - driven, way);
      }
      const stage: Stage = {
        kind: 'drive',
        from: clock,
        km: way === 1 ? driven : lengthKm - driven,
        way,
        mean: draw(MEAN, 2),
        phase: draw([0, 2 * Math.PI], 3),
      };
      const planned = draw(DRIVE, 4);
      const seconds = secondsUntil(stage, lengthKm - driven, planned);
      driven = Math.min(lengthKm, driven + kmAfter(stage, seconds));
      if (seconds < planned - 1) driven = lengthKm;
      stages.push(stage);
      clock += seconds;
    }
    add('depot', draw(DEPOT, 5), way === 1 ? lengthKm : 0, way);
  }
  return { stages, seconds: clock, offset: randomBetween(0, clock, seed, 0, 6) };
};

/** Returns the position of a truck at a time, epoch ms, in km from the start of the road, and its speed in km/h. */
export const truckPosition = ({ stages, seconds, offset }: Journey, time: number) => {
  const clock = (time / 1000 + offset) % seconds;
  const stage = stages.findLast(({ from }) => from <= clock) ?? stages[0];
  if (!stage) throw new RangeError('A journey has stages');
  const { kind, km, way } = stage;
  if (kind !== 'drive') return { kind, km, way, speed: 0 };
  const since = clock - stage.from;
  return { kind, way, km: km + way * kmAfter(stage, since), speed: speedAfter(stage, since) };
};

/** Stage of a journey with its times, epoch ms. */
export interface TimedStage {
  readonly kind: StageKind;
  /** The end of the road, for a depot. */
  readonly end: DepotEnd;
  readonly from: number;
  readonly to: number;
}

/** Returns the stages of a truck between two times, epoch ms. The first and the last are not cut. */
export const stagesBetween = (
  { stages, seconds, offset }: Journey,
  from: number,
  until: number,
): TimedStage[] => {
  const first = Math.floor((from / 1000 + offset) / seconds);
  const last = Math.floor((until / 1000 + offset) / seconds);
  const timed: TimedStage[] = [];
  for (let round = first; round <= last; round++) {
    const start = round * seconds - offset;
    for (const [i, stage] of stages.entries()) {
      const begins = (start + stage.from) * 1000;
      const ends = (start + (stages[i + 1]?.from ?? seconds)) * 1000;
      if (ends <= from || begins >= until) continue;
      timed.push({
        kind: stage.kind,
        end: stage.km === 0 ? 'start' : 'end',
        from: begins,
        to: ends,
      });
    }
  }
  return timed;
};
