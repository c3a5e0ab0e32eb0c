import { expect, test } from 'vitest';
import { entity, f, type Kind } from '../../../src/config';
import { isSecret, kinds, schemaOf } from '../../../src/fields';
import { viewKinds, viewOf } from '../../../src/fields/views/registry';

/** Every kind. A missing or unknown kind does not compile. */
const declared: { readonly [K in Kind]: true } = {
  battery: true,
  boolean: true,
  choice: true,
  choices: true,
  codes: true,
  color: true,
  date: true,
  datetime: true,
  decimal: true,
  dict: true,
  duration: true,
  email: true,
  file: true,
  files: true,
  geometry: true,
  grants: true,
  image: true,
  json: true,
  lock: true,
  lines: true,
  lngLat: true,
  money: true,
  number: true,
  password: true,
  phones: true,
  placeName: true,
  radius: true,
  ref: true,
  refTree: true,
  refs: true,
  series: true,
  text: true,
  version: true,
  weekTimes: true,
  zone: true,
};
const name = f.text(['Name', '名称']);
const names = Object.keys(declared) as Kind[];

test('each kind has a folder, and each folder a kind', () => {
  expect([...kinds].sort()).toEqual([...names].sort());
  expect([...viewKinds].sort()).toEqual([...names].sort());
});

test.each(names)('%s has a cell and an input, and a filter if its schema allows one', (kind) => {
  const field = (f[kind] as (label: unknown, of?: unknown) => never)(['A', '甲'], 'x');
  const view = viewOf(field);
  expect(view.Cell).toBeTypeOf('function');
  expect(view.Input).toBeTypeOf('function');
  expect(view.Filter !== undefined).toBe(schemaOf(field).filter !== 'none');
});

test.each(names)('%s is a column unless it is secret or has lines', (kind) => {
  const field = (f[kind] as (label: unknown, of?: unknown) => never)(['A', '甲'], 'x');
  const { list, filter } = entity('thing', ['Thing', '物'], { fields: { name, field } });
  const isColumn = !isSecret(field) && kind !== 'lines';
  expect(list.includes('field')).toBe(isColumn);
  expect(filter.includes('field')).toBe(isColumn);
});

test('refuses an unknown kind by its name', () => {
  const unknown = { kind: 'colour' } as never;
  expect(() => schemaOf(unknown)).toThrow('colour');
  expect(() => viewOf(unknown)).toThrow('colour');
});
