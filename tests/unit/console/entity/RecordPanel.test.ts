import { expect, it } from 'vitest';
import { distinctTexts } from '../../../../src/console/entity/RecordPanel';

it.each([
  [['Gate 3', 'in geofence Gate 3'], ['in geofence Gate 3']],
  [
    ['Gate 3', '', '5 km W of Nanjing'],
    ['Gate 3', '5 km W of Nanjing'],
  ],
  [['Lin Yue', 'Lin Yue'], ['Lin Yue']],
])('%j shows each name once', (texts, distinct) => {
  expect(distinctTexts(texts)).toEqual(distinct);
});
