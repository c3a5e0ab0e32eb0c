import { expect, it } from 'vitest';
import { demoLocks } from '../../../../src/demo/locks/locks';
import { demoFences } from '../../../../src/demo/seed/examples';
import { planJourney, truckPosition } from '../../../../src/demo/world/journey';
import { placeOn, roadOf } from '../../../../src/demo/world/road';
import { routes } from '../../../../src/demo/world/routes';
import { areaOf } from '../../../../src/domain/fence';
import { fenceChanges } from '../../../../src/server/fleet/places/fences';

const DAY = 86_400_000;
const BEGIN = 20_000 * DAY;
const EVERY = 5 * 60_000;

const fences = demoFences.flatMap(({ fence_name, ...fence }, id) => {
  const area = areaOf(fence);
  if (!area) throw new Error(`${fence_name} is no fence`);
  const everybody = { orgId: 1, devices: new Set<number>(), orgs: [], times: undefined };
  return { ...everybody, id, name: fence_name, area, isEnter: true, isLeave: true };
});

it('demo trucks enter and leave each geofence within two days', () => {
  const lock = { id: 1, org_id: 1 };
  const passed = new Map<string, number>();
  for (const { seed, routeId } of demoLocks(120, 1)) {
    const route = routes.find(({ id }) => id === routeId);
    if (!route) throw new Error(`There is no route ${routeId}`);
    const road = roadOf(route);
    const journey = planJourney(road.lengthKm, seed);
    let standing: Parameters<typeof fenceChanges>[2] = { fix: undefined, insideIds: [] };
    for (let at = BEGIN; at < BEGIN + 2 * DAY; at += EVERY) {
      const fix = { ...placeOn(road, truckPosition(journey, at).km).at, at };
      const { insideIds: held, borderCrossings: passings } = fenceChanges(
        { about: () => fences },
        lock,
        standing,
        fix,
      );
      standing = { fix, insideIds: held };
      for (const { fence } of passings) passed.set(fence.name, (passed.get(fence.name) ?? 0) + 1);
    }
  }
  expect([...passed.keys()].sort()).toEqual(fences.map(({ name }) => name).sort());
});
