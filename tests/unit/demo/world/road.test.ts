import { describe, expect, it } from 'vitest';
import { placeOn, roadOf } from '../../../../src/demo/world/road';
import { routes } from '../../../../src/demo/world/routes';
import { distance } from '../../../../src/domain/geo/geometry';
import { isOnLand } from '../onLand';

const every = (km: number, lengthKm: number): number[] =>
  Array.from({ length: Math.floor(lengthKm / km) }, (_, i) => i * km);

describe.each(routes.map((route) => [route.id, route] as const))('the road %s', (_, route) => {
  const road = roadOf(route);
  const points = route.legs.flatMap((leg) => leg.points.map(([lat, lon]) => ({ lat, lon })));

  it('passes each town of the route, and is hardly longer than the route', () => {
    const straight = points.reduce(
      (sum, point, i) => sum + distance(points[i - 1] ?? point, point),
      0,
    );
    expect(road.lengthKm * 1000).toBeGreaterThan(straight * 0.999);
    expect(road.lengthKm * 1000).toBeLessThan(straight * 1.06);
    const milestones = road.milestones.map(({ km }) => placeOn(road, km).at);
    for (const point of points) {
      expect(Math.min(...milestones.map((at) => distance(at, point)))).toBeLessThan(1000);
    }
  });

  it('stays on land', () => {
    const wet = every(5, road.lengthKm).filter((km) => !isOnLand(placeOn(road, km).at));
    expect(wet.length * 5).toBeLessThan(road.lengthKm * 0.02);
  });

  it('bends like a road, without jumps or sharp turns', () => {
    const places = every(1, road.lengthKm).map((km) => placeOn(road, km));
    places.forEach((place, i) => {
      const next = places[i + 1] ?? place;
      expect(distance(place.at, next.at)).toBeLessThan(1020);
      const turn = Math.abs(((next.course - place.course + 540) % 360) - 180);
      expect(turn).toBeLessThan(60);
    });
  });
});
