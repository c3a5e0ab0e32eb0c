import { expect, test } from 'vitest';
import { compareAlarms, worstBySn } from '../../../src/domain/openAlarm';

const alarm = (id: number, sn: string, severity: 1 | 2 | 3 | null, create_time: number) => ({
  id,
  sn,
  severity,
  create_time,
  police_type: 1008 as const,
});

const taken_by = 'Chen Hao';

test('orders open alarms: not taken before taken, then by severity, then the newest by its time', () => {
  const alarms = [
    { ...alarm(7, 'A', 1, 50), taken_by },
    alarm(6, 'A', 3, 90),
    { ...alarm(5, 'A', 2, 20), raise_time: 90 },
    alarm(4, 'A', 2, 30),
    alarm(3, 'A', 1, 10),
    alarm(2, 'A', 1, 25),
    alarm(1, 'A', null, 40),
    { ...alarm(8, 'A', 3, 99), taken_by },
  ];
  expect(alarms.sort(compareAlarms).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

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
  expect([...worst.values()].map(({ id }) => id)).toEqual([7, 3, 5]);
});

test('an untaken alarm is worse than any taken one', () => {
  const worst = worstBySn([
    { ...alarm(1, 'A', 1, 50), taken_by },
    alarm(2, 'A', 1, 10),
    { ...alarm(3, 'B', 1, 50), taken_by },
    alarm(4, 'B', 3, 10),
    { ...alarm(5, 'C', 2, 10), taken_by },
    { ...alarm(6, 'C', 1, 5), taken_by },
    alarm(7, 'D', 3, 10),
    { ...alarm(8, 'D', null, 50), taken_by },
  ]);
  const ids = ['A', 'B', 'C', 'D'].map((sn) => worst.get(sn)?.id);
  expect(ids).toEqual([2, 4, 6, 7]);
});

test.each([
  [
    'one of seven taken',
    [
      ...Array.from({ length: 5 }, (_, i) => alarm(i, 'A', 1, i)),
      { ...alarm(5, 'A', 1, 9), taken_by },
    ],
    { alike: 5, open: 7, taken: 1 },
  ],
  [
    'all taken',
    [1, 2].map((id) => ({ ...alarm(id, 'A', 1, id), taken_by })),
    { alike: 2, open: 3, taken: 2 },
  ],
  ['none taken', [alarm(1, 'A', 1, 1)], { alike: 1, open: 2, taken: 0 }],
])('counts the alarms of a lock beside its worst: %s', (_, alarms, counts) => {
  const isTaken = counts.taken === alarms.length;
  const other = { ...alarm(99, 'A', 3, 1), police_type: 1011 as const };
  const all = [...alarms, isTaken ? { ...other, taken_by } : other];
  const expected = { ...counts, taken: counts.taken + Number(isTaken) };
  expect(worstBySn(all).get('A')).toMatchObject(expected);
});
