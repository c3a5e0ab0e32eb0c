import { expect, test } from 'vitest';
import { fieldOf, recordTitle } from '../../../../src/console/app/record';
import { detailGroups } from '../../../../src/console/entity/detail/fields';
import { cardFields } from '../../../../src/console/entity/list/RecordCard';
import { countLimit, lastPage, totalLabel } from '../../../../src/console/entity/list/state/paging';
import { commandTargets } from '../../../../src/console/entity/RowActions';
import { fieldText } from '../../../../src/fields';
import { lock, move } from './entities';

const names = (entity: typeof lock | typeof move) =>
  detailGroups(entity as never).map(({ kind, fields }) => [kind, fields.map(({ name }) => name)]);

test('a detail shows reported fields first, then entered ones, and no secrets', () => {
  expect(names(lock)).toEqual([
    ['reported', ['state', 'charge', 'heard']],
    ['kept', ['sn', 'name', 'org_id', 'count']],
    ['wide', ['raw']],
  ]);
});

test('a record by time has no fields for operators', () => {
  expect(names(move)).toEqual([['reported', ['sn', 'at', 'speed']]]);
});

test('a card shows states as chips and other columns as lines, without the title', () => {
  const { states, facts } = cardFields(lock);
  expect([states.map(({ name }) => name), facts.map(({ name }) => name)]).toEqual([
    ['state'],
    ['name', 'charge'],
  ]);
});

test('a card shows its declared fields, however many and wide', () => {
  const { states, facts } = cardFields({ ...lock, card: ['org_id', 'raw', 'state', 'sn'] });
  expect([states.map(({ name }) => name), facts.map(({ name }) => name)]).toEqual([
    ['state'],
    ['org_id', 'raw'],
  ]);
});

test.each([
  ['all share another field', 'name', undefined, ['charge']],
  ['all have the same title', 'sn', 'name', ['charge']],
] as const)('a card among others of one record, if %s', (_, without, lead, facts) => {
  const card = cardFields(lock, without);
  expect([card.lead?.name, card.facts.map(({ name }) => name)]).toEqual([lead, facts]);
});

const at = new Date(2026, 4, 20, 15, 30).getTime();

test.each([
  [lock, { id: 1, sn: 'A1' }, 'A1'],
  [lock, { id: 1, sn: '' }, '1'],
  [move, { id: 1, at }, '2026-05-20 15:30:00'],
])('titles a record by its title field', (entity, record, title) => {
  expect(recordTitle(entity, record, 'en')).toBe(title);
});

test.each([
  ['sn', { sn: 'A1' }, 'A1'],
  ['org_id', { org_id: 2, org_name: 'Root' }, 'Root'],
  ['org_id', { org_id: 2 }, '2'],
  ['state', { state: 1 }, '施封'],
  ['raw', { raw: { a: 1 } }, '{"a":1}'],
  ['name', { name: null }, ''],
])('copies %s of %o as %s', (name, record, text) => {
  const field = fieldOf(lock, name);
  expect(field && fieldText(field, name, record, 'zh')).toBe(text);
});

test.each([
  [300, false, undefined, '300'],
  [123_456, false, undefined, '123,456'],
  [10_000, true, undefined, '10,000'],
  [10_001, true, undefined, '10,000+'],
  [10_001, false, undefined, '10,001'],
  [1_000, false, { countedTo: 1_000 }, '1,000'],
  [1_001, false, { countedTo: 1_000 }, '1,000+'],
  [2_041, false, { countedTo: 1_000 }, '1,000+'],
  [501, true, { countedTo: 500 }, '500+'],
])('shows the total of %d rows (by time: %s) with %o as %s', (total, isRecord, meta, text) => {
  const record = isRecord ? { time: 'create_time' } : undefined;
  expect(totalLabel(total, countLimit({ record }, meta), 'en')).toBe(text);
});

test.each([
  [0, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
])('%d rows in pages of %d end on page %d', (total, perPage, page) => {
  expect(lastPage(total, perPage)).toBe(page);
});

test('takes the SN of a command’s target as text', () => {
  expect(commandTargets([{ id: 1, sn: 8600 }])).toEqual([{ id: 1, sn: '8600' }]);
});
