import { expect, test } from 'vitest';
import { command } from '../../../../../src/config';
import { deviceHits, findDevices } from '../../../../../src/console/shell/search/deviceHits';
import { device } from '../../maps/fleet/device';

const sealing = command(['Seal', '施封'], { when: { status: [0] } });

test('marks the query in SN and name', () => {
  const [hit] = deviceHits([device('ES1002', { device_name: 'Cold es1' })], ' ES1 ');
  expect(hit?.sn).toEqual({ text: 'ES1002', marks: [[0, 3]] });
  expect(hit?.name).toEqual({ text: 'Cold es1', marks: [[5, 8]] });
  expect(hit?.key).toBe('device ES1002');
});

test.each([
  ['the state allows it', command(['Do', '做'], { when: { status: [2] } }), 2, false],
  ['the state forbids it', command(['Do', '做'], { when: { status: [2] } }), 1, true],
  [
    'live data does not carry what decides',
    command(['Do', '做'], { when: { version: ['2'] } }),
    1,
    false,
  ],
  ['there is no condition', command(['Do', '做']), 1, false],
] as const)('a command where %s', (_, asked, status, blocked) => {
  const [hit] = deviceHits([device('A', { status })], '', asked);
  expect(hit?.blocked).toBe(blocked);
});

test('nothing is blocked while no command is asked about', () => {
  expect(deviceHits([device('A', {})], '')[0]?.blocked).toBe(false);
});

test.each([
  ['ES1', undefined, ['ES1', 'ES10', 'ES11']],
  ['es1', sealing, ['ES1', 'ES11', 'ES13']],
  ['ES', sealing, ['ES11', 'ES13', 'ES1']],
  ['ES10', sealing, ['ES10']],
  ['zz', sealing, []],
] as const)('looks for %j to send it %j', (query, command, expected) => {
  const fleet = ['ES1', 'ES10', 'ES11', 'ES12', 'ES13'].map((sn) =>
    device(sn, { status: sn === 'ES11' || sn === 'ES13' ? 0 : 2 }),
  );
  expect(findDevices(fleet, query, 3, command).map(({ sn }) => sn)).toEqual(expected);
});
