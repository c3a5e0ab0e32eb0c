import { describe } from 'vitest';
import { distance } from '../../src/domain/geo/geometry';
import { worldGazetteer } from '../../src/server/gazetteer';
import { readPlaces } from '../../src/server/gazetteer/readPlaces';
import { randomSource } from '../unit/domain/geo/random';
import { bench } from './strictBench';

const random = randomSource(11);
const positions = Array.from({ length: 100 }, () => ({
  lat: random() * 120 - 50,
  lon: random() * 360 - 180,
}));
const wordsFor = worldGazetteer();
const places = readPlaces();
const towns = Array.from({ length: places.count }, (_, i) => places.town(i));

describe('place names of positions', () => {
  const measureAll = () => {
    for (const position of positions) {
      towns.reduce((best, town) => Math.min(best, distance(town, position)), 1e9);
    }
  };
  const slow = { iterations: 2, time: 0, warmupIterations: 0, warmupTime: 0 };
  bench('baseline: 100 positions, measured against all towns', measureAll, slow);
  bench('100 positions with the gazetteer', () => {
    for (const position of positions) wordsFor(position, 'en');
  });
});
