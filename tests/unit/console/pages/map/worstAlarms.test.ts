import { expect, test } from 'vitest';
import { type WorstAlarm, worstBySn } from '../../../../../src/console/pages/map/worstAlarms';

const alarm = (id: number, sn: string, severity: 1 | 2 | 3 | null, create_time: number) =>
  ({ id, sn, severity, create_time, police_type: 1008 }) satisfies WorstAlarm;

test('chooses per lock the worst alarm, then the newest; no severity counts as critical', () => {
  const worst = worstBySn([
    alarm(1, 'A', 2, 50),
    alarm(2, 'A', 1, 10),
    alarm(3, 'A', 1, 20),
    alarm(4, 'A', 1, 15),
    alarm(5, 'B', 3, 10),
    alarm(6, 'C', 1, 10),
    alarm(7, 'C', null, 30),
  ]);
  expect([...worst.values()].map(({ id }) => id)).toEqual([3, 5, 7]);
});

test('an untaken alarm is worse than any taken one', () => {
  const operator = { taken_by: 'Chen Hao' };
  const worst = worstBySn([
    { ...alarm(1, 'A', 1, 50), ...operator },
    alarm(2, 'A', 1, 10),
    { ...alarm(3, 'B', 1, 50), ...operator },
    alarm(4, 'B', 3, 10),
    { ...alarm(5, 'C', 2, 10), ...operator },
    { ...alarm(6, 'C', 1, 5), ...operator },
    alarm(7, 'D', 3, 10),
    { ...alarm(8, 'D', null, 50), ...operator },
  ]);
  expect([...worst.values()].map(({ id }) => id)).toEqual([2, 4, 6, 7]);
});
