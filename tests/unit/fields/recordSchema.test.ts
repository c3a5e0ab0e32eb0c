import { expect, test } from 'vitest';
import { ValidationError } from 'yup';
import { type Fields, type FieldUse, f } from '../../../src/config';
import { ruleText } from '../../../src/fields';
import { recordSchema } from '../../../src/fields/recordSchema';

const fields = {
  name: f.text(['Name', '名称'], { required: true, max: 3 }),
  phones: f.phones(['Phones', '手机']),
  secret: f.password(['Password', '密码'], { required: true }),
  made: f.datetime(['Made', '创建'], { on: ['list'] }),
};

const refused = (
  view: FieldUse,
  record: object,
  locale: 'en' | 'zh' = 'en',
  [of, storedValues]: readonly [Fields, Record<string, unknown>?] = [fields],
) => {
  try {
    recordSchema(of, view, storedValues).validateSync(record, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(
      error.inner.map(({ path, message }) => [path, ruleText(message, locale)]),
    );
  }
};

test.each([
  ['create', { name: 'a', secret: 'x' }, {}],
  ['create', { name: '', secret: null }, { name: 'Required', secret: 'Required' }],
  ['create', { name: 'abcd', secret: 'x' }, { name: 'Enter up to 3 characters' }],
  ['create', { name: 'a', secret: 'x', phones: '' }, {}],
  ['edit', { name: 'a', secret: '' }, {}],
  ['edit', { name: null }, { name: 'Required' }],
] as const)('validates a %s of %o', (view, record, reasons) => {
  expect(refused(view, record)).toEqual(reasons);
});

test('reports errors in the reader’s language', () => {
  expect(refused('create', { name: 'abcd', secret: 'x' }, 'zh')).toEqual({ name: '最多 3 个字符' });
});

test('omits fields without an input', () => {
  expect(Object.keys(recordSchema(fields, 'create').fields)).toEqual(['name', 'phones', 'secret']);
});

const conditional = {
  kind: f.number(['Kind', '类型'], { initial: 1 }),
  group: f.text(['Group', '组'], { required: true, max: 3, when: { kind: [2, 3] } }),
};

test.each([
  ['create', {}, {}, {}],
  ['create', { kind: 1, group: 'too long' }, {}, {}],
  ['create', { kind: null, group: '' }, {}, {}],
  ['create', { kind: 2 }, {}, { group: 'Required' }],
  ['create', { kind: 3, group: 'abcd' }, {}, { group: 'Enter up to 3 characters' }],
  ['edit', { group: '' }, { kind: 2 }, { group: 'Required' }],
  ['edit', { group: '' }, { kind: 1 }, {}],
  ['edit', { kind: 1, group: '' }, { kind: 2 }, {}],
] as const)(
  'validates the conditional field on %s of %o, stored %o',
  (view, record, storedValues, reasons) => {
    expect(refused(view, record, 'en', [conditional, storedValues])).toEqual(reasons);
  },
);

test.each([
  [
    { kind: 1, group: 'abc' },
    { kind: 1, group: null },
  ],
  [
    { kind: 2, group: 'abc' },
    { kind: 2, group: 'abc' },
  ],
  [{ kind: 1 }, { kind: 1 }],
])('reduces %o to %o', (record, result) => {
  expect(recordSchema(conditional, 'create').cast(record)).toEqual(result);
});

const placeFields = {
  place: f.lngLat(['Place', '位置'], { required: true, columns: ['lat', 'lon'] }),
  lat: f.number(['Latitude', '纬度'], { required: true }),
  lon: f.number(['Longitude', '经度'], { required: true }),
};

test('validates a place by its columns if present, or as a whole', () => {
  const { place } = placeFields;
  expect(refused('create', { lat: 1 }, 'en', [placeFields])).toEqual({ lon: 'Required' });
  expect(refused('create', {}, 'en', [{ place }])).toEqual({ place: 'Required' });
});

const DAY = 86_400_000;
const dayFrom = (now: number) => new Date(now).toISOString().slice(0, 10);

const bounded = {
  made: f.date(['Made', '生产'], { min: '2020-01-01', max: 'today' }),
  due: f.date(['Due', '到期'], { min: 'today' }),
  seen: f.datetime(['Seen', '发现'], { min: 5 * DAY, max: 'now' }),
  next: f.datetime(['Next', '下次'], { min: 'now' }),
} as Fields;

test.each([
  [{ made: '2020-01-01', due: dayFrom(Date.now()), seen: Date.now(), next: Date.now() }, {}],
  [{ made: null, due: null, seen: null, next: null }, {}],
  [{ made: '2019-12-31' }, { made: 'Must be 2020-01-01 or later' }],
  [{ made: dayFrom(Date.now() + 3 * DAY) }, { made: 'Must not be in the future' }],
  [{ due: dayFrom(Date.now() - 3 * DAY) }, { due: 'Must not be in the past' }],
  [{ seen: Date.now() + DAY }, { seen: 'Must not be in the future' }],
  [{ next: Date.now() - DAY }, { next: 'Must not be in the past' }],
  [
    { made: Number.NaN, seen: Number.NaN },
    { made: 'Enter a date', seen: 'Enter a date and time' },
  ],
])('validates the bounds of dates and times: %o', (record, reasons) => {
  expect(refused('create', record, 'en', [bounded])).toEqual(reasons);
});
