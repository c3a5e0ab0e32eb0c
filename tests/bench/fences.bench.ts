import { describe } from 'vitest';
import { metresOutside } from '../../src/domain/geo/area';
import type { LatLon } from '../../src/domain/geo/geometry';
import { type FenceWatch, fenceChanges } from '../../src/server/fleet/places/fences';
import { placeIndex, type StoredFence } from '../../src/server/gazetteer/ownPlaces';
import { describePosition } from '../../src/server/gazetteer/placeCalls';
import { randomSource } from '../unit/domain/geo/random';
import { bench } from './strictBench';

/** 10,000 fences and 100,000 locks on the road. A batch has reports of a hundredth of them. */
const FENCES = 10_000;
const REPORTS = 1_000;

const random = randomSource(21);
const place = (): LatLon => ({ lat: 22 + random() * 20, lon: 100 + random() * 20 });
const beside = ({ lat, lon }: LatLon, metres: number): LatLon => ({
  lat: lat + (random() - 0.5) * (metres / 55_600),
  lon: lon + (random() - 0.5) * (metres / 55_600),
});

const common = {
  orgId: 1,
  isEnter: true,
  isLeave: true,
  devices: new Set<number>(),
  orgs: [],
  times: undefined,
};
const fences = Array.from({ length: FENCES }, (_, id): StoredFence => {
  const centre = place();
  const ring = [1, 2, 3].map(() => beside(centre, 5_000));
  return {
    ...common,
    id,
    name: `Fence ${id}`,
    area: id % 2 === 0 ? { kind: 'circle', centre, radius: 2_000 } : { kind: 'polygon', ring },
  };
});
const reports = Array.from({ length: REPORTS }, (_, i) => {
  // Half of them are close to a fence.
  const { area } = fences[i] as StoredFence;
  const from = i % 2 === 0 && area.kind === 'circle' ? beside(area.centre, 3_000) : place();
  return { from: { ...from, at: 0 }, to: { ...beside(from, 2_000), at: 60_000 } };
});
const index = placeIndex(fences, []);
const lock = { id: 1, org_id: 1 };

const go = (watch: FenceWatch, some: typeof reports) => {
  for (const { from, to } of some) fenceChanges(watch, lock, { fix: from, insideIds: [] }, to);
};

const SLOW = { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0 };

describe('fence crossings', () => {
  const measureAll = () => go({ about: () => fences }, reports);
  bench('baseline: 1,000 reports, measured against every fence', measureAll, SLOW);
  bench('1,000 reports with the index', () => {
    go({ about: (_lock, box) => index.fencesIn(box) }, reports);
  });
  bench('building the index', () => {
    placeIndex(fences, []);
  });
});

describe('place names among 10,000 fences', () => {
  const orgs = new Set([1]);
  const measureAll = () => {
    for (const { to } of reports) fences.filter(({ area }) => metresOutside(area, to) <= 0);
  };
  bench('baseline: 1,000 positions, measured against every fence', measureAll, SLOW);
  bench('1,000 positions', () => {
    for (const { to } of reports) describePosition(to, (at) => index.nameOf(at, orgs), 'en');
  });
});
