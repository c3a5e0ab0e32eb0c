import { expect, test } from 'vitest';
import { mergeTimeline, type TimelineEntry } from '../../../src/domain/timeline';

const entry = (kind: string, entity: string, id: number, time: number): TimelineEntry => ({
  kind,
  entity,
  id,
  time,
  record: {},
});
const kinds = { lock: {}, status: { supersededBy: ['lock'] } };
const locks = [entry('lock', 'lockHistory', 2, 30), entry('lock', 'lockHistory', 1, 10)];
const changes = [
  entry('status', 'statusChangeRecord', 9, 30),
  entry('status', 'statusChangeRecord', 8, 20),
  entry('status', 'statusChangeRecord', 7, 10),
];
const idsOf = (found: TimelineEntry[][], options: object = {}) => {
  const { list, next } = mergeTimeline(found, { size: 9, kinds, ...options });
  return [list.map(({ kind, time }) => `${kind} ${time}`), next];
};

test('joins events of one report into one line', () => {
  expect(idsOf([locks, changes])).toEqual([['lock 30', 'status 20', 'lock 10'], null]);
});

test('lists a change without a lock event, and each change in a list of changes only', () => {
  expect(idsOf([[], changes])).toEqual([['status 30', 'status 20', 'status 10'], null]);
});

test('does not repeat on the next page an event joined on the page before', () => {
  const [, next] = idsOf([locks, changes], { size: 1 });
  expect(next).toEqual({ before: 30, seen: ['lockHistory:2'] });
  expect(idsOf([locks, changes], { end: next })).toEqual([['status 20', 'lock 10'], null]);
});
