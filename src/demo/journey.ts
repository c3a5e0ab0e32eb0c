import { randomBetween } from './traits';

const HOUR = 3600;

/** How long a driver drives, rests and sleeps, and how long a depot keeps the truck, seconds. */
const DRIVE: readonly [number, number] = [3.6 * HOUR, 4.5 * HOUR];
const BREAK: readonly [number, number] = [0.5 * HOUR, 0.9 * HOUR];
const NIGHT: readonly [number, number] = [6.5 * HOUR, 9 * HOUR];
const DEPOT: readonly [number, number] = [2 * HOUR, 7 * HOUR];

/** Speed swings about a stint's mean, km/h: traffic and hills. 55 to 70 and these stay within 40 to 85. */
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
  /** km/h. */
  mean: number;
  /** Of the swings, radians. */
  phase: number;
}

/** A truck's round trip, which it repeats for ever. */
interface Journey {
  stages: readonly Stage[];
  /** Of a round trip. */
  seconds: number;
  /** Where in the round trip the truck was at the start of 1970. */
  offset: number;
}

/** Which end of its road a truck is at. */
export type DepotEnd = 'start' | 'end';

/** Where a truck is on its road. */
interface Whereabouts {
  /** From the start of the road. */
  km: number;
  way: 1 | -1;
  /** km/h, 0 when it stands. */
  speed: number;
  kind: StageKind;
}

const frequency = (every: number): number => (2 * Math.PI) / every;

const speedAfter = ({ mean, phase }: Stage, seconds: number): number =>
  SWINGS.reduce(
    (sum, { by, every }) => sum + by * Math.sin(frequency(every) * seconds + phase),
    mean,
  );

/** The integral of the speed, so that place and speed agree. */
const kmAfter = ({ mean, phase }: Stage, seconds: number): number =>
  SWINGS.reduce((sum, { by, every }) => {
    const w = frequency(every);
    return sum + (by / w) * (Math.cos(phase) - Math.cos(w * seconds + phase));
  }, mean * seconds) / HOUR;

/** When a stage has covered a distance; speed is never near 0, so halving finds it. */
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
 * Plans the round trip of a truck: there and back, with breaks, nights and depots. The same length and seed give the
 * same plan, so that a truck is where it should be after a restart.
 * @param lengthKm the road's length
 * @param seed a whole number
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

/** Where a truck is at a moment, ms since 1970. */
export const truckPosition = ({ stages, seconds, offset }: Journey, time: number): Whereabouts => {
  const clock = (time / 1000 + offset) % seconds;
  const stage = stages.findLast(({ from }) => from <= clock) ?? stages[0];
  if (!stage) throw new RangeError('A journey has stages');
  const { kind, km, way } = stage;
  if (kind !== 'drive') return { kind, km, way, speed: 0 };
  const since = clock - stage.from;
  return { kind, way, km: km + way * kmAfter(stage, since), speed: speedAfter(stage, since) };
};

/** A part of a truck's way with its times, ms since 1970. */
export interface TimedStage {
  readonly kind: StageKind;
  /** Which end of the road a depot is at. */
  readonly end: DepotEnd;
  readonly from: number;
  readonly to: number;
}

/** The stages that a truck was in between two moments, ms since 1970, the first and the last as a whole. */
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
