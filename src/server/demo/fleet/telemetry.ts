import type { LockReport } from '../../../domain/report';
import { between, chance, pick } from './chance';
import type { Habits } from './habits';
import { type DepotEnd, planJourney, whereabouts } from './journey';
import { moved } from './moved';
import { fixAt } from './positioning';
import { placeOn, roadOf } from './road';
import type { Route } from './routes';
import { batteryAt, networkAt, temperatureAt } from './surroundings';

const FIRMWARE = ['V2.1.3', 'V2.1.7', 'V2.2.0'] as const;
/** Trucks in a depot do not stand on one another. */
const YARD_KM = 0.4;

/** What a lock measures at a moment, whether its truck moves, and in which depot it waits, if in one. */
export interface Reading {
  moving: boolean;
  depot?: DepotEnd;
  fields: Partial<LockReport>;
}

/**
 * The sensors of a lock on its way. The same route, seed and moment give the same reading, so that a restarted fleet
 * goes on where it was.
 */
export const createTelemetry = (
  route: Route,
  seed: number,
  habits: Habits,
): ((time: number) => Reading) => {
  const road = roadOf(route);
  const journey = planJourney(road.lengthKm, seed);
  const bay = [between(0, 360, seed, 32), YARD_KM * Math.sqrt(chance(seed, 33))] as const;
  return (time) => {
    const { km, way, speed, kind } = whereabouts(journey, time);
    const { at: onRoad, course, country } = placeOn(road, km);
    const at = kind === 'depot' ? moved(onRoad, ...bay) : onRoad;
    const motion = { at, speed, course: way === 1 ? course : (course + 180) % 360 };
    return {
      moving: speed > 0,
      ...(kind === 'depot' && { depot: km === 0 ? 'start' : 'end' }),
      fields: {
        ...fixAt(motion, seed, time, habits.poorGps === true),
        ...batteryAt(seed, time, habits.lowBattery === true),
        ...networkAt(country, at, seed),
        temperature: temperatureAt(at, time),
        version: pick(FIRMWARE, seed, 31),
      },
    };
  };
};
