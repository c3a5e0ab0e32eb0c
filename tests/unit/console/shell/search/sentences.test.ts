import { expect, test } from 'vitest';
import { parseSentence, unclearTimes } from '../../../../../src/console/shell/search/sentences';
import { device, fleetOf } from '../../maps/fleet/device';

const fleet = fleetOf(
  device('SD2600282', { device_name: '沪D·Z2677' }),
  device('SD2600283', { device_name: 'Sealed van' }),
);

test.each([
  ['seal SD2600282', ['SD2600282'], 'seal', undefined],
  ['SD2600282 Seal', ['SD2600282'], 'seal', undefined],
  ['unseal the lock sd2600282', ['SD2600282'], 'unseal', undefined],
  ['施封 SD2600282', ['SD2600282'], '施封', undefined],
  ['施封SD2600282', ['SD2600282'], '施封', undefined],
  ['SD2600282施封', ['SD2600282'], '施封', undefined],
  ['play back SD2600282 yesterday', ['SD2600282'], 'play back', 'yesterday'],
  ['昨天SD2600282的轨迹', ['SD2600282'], '轨迹', 'yesterday'],
  ['SD2600282近7天', ['SD2600282'], '', '7d'],
  ['yesterday SD2600282', ['SD2600282'], '', 'yesterday'],
  ['seal SD26', ['SD2600282', 'SD2600283'], 'seal', undefined],
  ['unseal sealed van', ['SD2600283'], 'unseal', undefined],
  ['seal 2699999', [], 'seal', undefined],
  ['where was SD2600282 last week', ['SD2600282'], 'where was', 'lastWeek'],
] as const)('%j addresses %j with the phrase %j', (query, sns, phrase, time) => {
  const sentence = parseSentence(query, fleet);
  expect(sentence?.devices.map(({ sn }) => sn)).toEqual(sns);
  expect([sentence?.phrase, sentence?.time]).toEqual([phrase, time]);
});

test.each(['', 'seal', 'SD2600282', 'play back', 'unseal van', 'yesterday', 'set 12'])(
  'does not parse %j as a sentence',
  (query) => {
    expect(parseSentence(query, fleet)).toBeUndefined();
  },
);

/** Sunday, 10:20. */
const now = new Date(2025, 10, 30, 10, 20).getTime();

test.each([
  ['play back SD2600282 yesterday 25:00', 'play back', ['25:00']],
  ['play back SD2600282 tomorrow', 'play back', ['tomorrow']],
  ['回放SD2600282 明天', '回放', ['明天']],
  ['play back SD2600282 last monday', 'play back', []],
  ['play back SD2600282 at 25:99', 'play back', ['25:99']],
])('%j has the phrase %j and the unclear times %j', (query, phrase, unclear) => {
  expect(parseSentence(query, fleet, now)).toMatchObject({ phrase, unclear });
});

test.each([
  ['unlocks tomorrow', ['tomorrow']],
  ['unlocks 25:00', ['25:00']],
  ['unlocks yesterday', []],
  ['25:00', []],
])('a query about no lock, %j, has the unclear times %j', (query, unclear) => {
  expect(unclearTimes(query, now)).toEqual(unclear);
});
