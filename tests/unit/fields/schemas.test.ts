import { describe, expect, test } from 'vitest';
import { ValidationError } from 'yup';
import { choices, type Field, f } from '../../../src/config';
import { ruleText, schemaOf } from '../../../src/fields';
import { ruleOf } from '../../../src/fields/recordSchema';

const label = ['A', '甲'] as const;
const state = choices([
  [0, 'Off', '关'],
  [1, 'On', '开'],
]);
const word = choices([['sent', 'Sent', '已发送']]);
const triangle = {
  type: 'Polygon',
  coordinates: [
    [
      [121, 31],
      [122, 31],
      [121, 32],
      [121, 31],
    ],
  ],
};

interface Case {
  readonly field: object;
  /** Accepted values. */
  readonly right?: readonly unknown[];
  /** Refused values, with the English reason. */
  readonly wrong?: readonly (readonly [unknown, string | RegExp])[];
  readonly wire?: readonly (readonly [unknown, unknown])[];
  readonly text?: readonly (readonly [unknown, string, string])[];
  readonly parse?: readonly (readonly [string, unknown])[];
  readonly sql: string;
}

const cases: Record<string, Case> = {
  battery: {
    field: f.battery(label),
    right: [0, 100],
    wrong: [
      [101, 'Must be 100 or less'],
      [-1, 'Must be 0 or more'],
      [55.5, 'Must be a whole number'],
      ['full', 'Must be a number'],
    ],
    text: [[87, '87%', '87%']],
    parse: [
      ['87%', 87],
      ['full', undefined],
    ],
    sql: 'smallint',
  },
  boolean: {
    field: f.boolean(label),
    right: [true, false],
    wrong: [['perhaps', 'Choose yes or no']],
    wire: [
      [1, true],
      // Left to the rule, which refuses it.
      ['on', 'on'],
      ['false', false],
      [null, null],
    ],
    text: [
      [true, 'Yes', '是'],
      [false, 'No', '否'],
    ],
    parse: [
      ['是', true],
      ['no', false],
      ['maybe', undefined],
    ],
    sql: 'boolean',
  },
  choice: {
    field: f.choice(label, state),
    right: [0, 1],
    wrong: [
      [2, 'Choose one of the options'],
      ['1', 'Choose one of the options'],
    ],
    text: [
      [1, 'On', '开'],
      [7, '7', '7'],
    ],
    parse: [
      ['开', 1],
      ['Off', 0],
      ['1', 1],
      ['x', undefined],
    ],
    sql: 'integer',
  },
  'choice with its code': {
    field: f.choice(label, state, { coded: true }),
    text: [
      [1, 'On', '开'],
      [7, '7', '7'],
    ],
    parse: [
      ['开', 1],
      ['On · 1', 1],
      ['0', 0],
    ],
    sql: 'integer',
  },
  'choice of words': {
    field: f.choice(label, word),
    right: ['sent'],
    wrong: [['gone', 'Choose one of the options']],
    sql: 'text',
  },
  color: {
    field: f.color(label),
    right: ['#1890ff', '#ABCDEF', ''],
    wrong: [
      ['red', /^Enter a colour/],
      ['#fff', /^Enter a colour/],
      ['#1890ff;background:url(x)', /^Enter a colour/],
    ],
    parse: [[' #ABCDEF ', '#abcdef']],
    sql: 'varchar(7)',
  },
  date: {
    field: f.date(label),
    right: ['2026-02-28'],
    wrong: [
      ['28/02/2026', 'Enter a date'],
      ['2026-05-45', 'Enter a date'],
    ],
    wire: [['2026-02-28T00:00:00Z', '2026-02-28']],
    parse: [
      ['2026-02-28', '2026-02-28'],
      ['28.2.2026', undefined],
    ],
    sql: 'date',
  },
  datetime: {
    field: f.datetime(label),
    right: [1767225600000],
    wrong: [['soon', 'Enter a date and time']],
    wire: [
      [1767225600, 1767225600000],
      ['1767225600000', 1767225600000],
      ['2026-01-01T00:00:00Z', 1767225600000],
      ['', null],
    ],
    parse: [
      ['2026-01-01T00:00:00Z', 1767225600000],
      ['soon', undefined],
    ],
    sql: 'bigint',
  },
  dict: {
    field: f.dict(label, 'seal_colour'),
    right: ['r'],
    wrong: [
      ['x'.repeat(61), 'Enter up to 60 characters'],
      [3, 'Must be text'],
    ],
    wire: [
      [3, '3'],
      ['r', 'r'],
      [null, null],
    ],
    parse: [[' r ', 'r']],
    sql: 'varchar(60)',
  },
  duration: {
    field: f.duration(label),
    right: [0, 5000],
    wrong: [
      [-1, 'Must be 0 or more'],
      ['long', 'Must be a number'],
    ],
    sql: 'bigint',
  },
  email: {
    field: f.email(label),
    right: ['ops@example.com', 'a.b+c@sub.example.co', ''],
    wrong: [
      ['ops@example', 'Enter a valid mail address'],
      ['ops example.com', 'Enter a valid mail address'],
      ['a@b.com,c@d.com', 'Enter only one e-mail address'],
      ['a@b.com; c@d.com', 'Enter only one e-mail address'],
      ['a@b.com c@d.com', 'Enter only one e-mail address'],
      ['a@b.com，c@d.com、e@f.com', 'Enter only one e-mail address'],
      ['a@b@c.com', 'Enter a valid mail address'],
      ['a@b.com,', 'Enter a valid mail address'],
      ['a@b..com', 'Enter a valid mail address'],
      ['a\u200b@b.com', 'Enter a valid mail address'],
      [`${'x'.repeat(250)}@b.cn`, 'Enter up to 254 characters'],
    ],
    parse: [[' ops@example.com ', 'ops@example.com']],
    sql: 'varchar(254)',
  },
  file: {
    field: f.file(label),
    right: ['firmware/a.bin'],
    wrong: [['x'.repeat(256), 'Enter up to 255 characters']],
    sql: 'varchar(255)',
  },
  files: {
    field: f.files(label, { accept: '.pdf', max: 2 }),
    right: [[['a.pdf?name=A.pdf&size=9']], [['a.pdf', 'https://files.example.com/b.pdf']]],
    wrong: [
      ['a.pdf', 'Must be a list of files'],
      [['a.pdf', 7], 'Must be a list of files'],
      [['a.pdf', ''], 'Must be a list of files'],
      [['a.pdf', 'a.pdf?name=Other.pdf'], 'A file is listed twice'],
      [['a.pdf', 'b.pdf', 'c.pdf'], 'Up to 2 files. Remove some'],
      [['uploading:1?name=A.pdf'], 'Wait until all files are uploaded'],
    ],
    wire: [[[], null]],
    text: [[['a.pdf?name=A+1.pdf&size=9', 'x/b.pdf'], 'A 1.pdf, b.pdf', 'A 1.pdf、b.pdf']],
    sql: 'text[]',
  },
  geometry: {
    field: f.geometry(label, { max: 3 }),
    right: [triangle, { type: 'Point', coordinates: [121, 31] }],
    wrong: [
      ['here', 'Draw a point, line or polygon'],
      [{ type: 'Point', coordinates: [121, 95] }, 'Enter a valid latitude and longitude'],
      [{ type: 'Point', coordinates: ['121', '95'] }, 'Enter a valid latitude and longitude'],
      [
        {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [181, 2],
          ],
        },
        'Enter a valid latitude and longitude',
      ],
      [{ type: 'LineString', coordinates: [[121, 31]] }, 'Draw a point, line or polygon'],
      [
        {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [2, 2],
            [3, 3],
            [4, 4],
          ],
        },
        'Up to 3 points',
      ],
    ],
    wire: [
      [JSON.stringify(triangle), triangle],
      [
        { type: 'Point', coordinates: ['121', '31'] },
        { type: 'Point', coordinates: [121, 31] },
      ],
      ['POLYGON(...)', 'POLYGON(...)'],
    ],
    text: [
      [triangle, 'Polygon, 3 points', '多边形，3 个点'],
      [null, '', ''],
    ],
    parse: [
      [JSON.stringify({ type: 'Feature', geometry: triangle }), triangle],
      ['here', undefined],
    ],
    sql: 'jsonb',
  },
  image: {
    field: f.image(label),
    right: ['logo/a.png'],
    wrong: [['x'.repeat(256), 'Enter up to 255 characters']],
    sql: 'varchar(255)',
  },
  json: {
    field: f.json(label),
    right: [{ a: 1 }, [1], 7, true],
    wrong: [['{ a: 1', 'Not valid JSON']],
    text: [
      [{ a: 1 }, '{"a":1}', '{"a":1}'],
      [null, '', ''],
    ],
    sql: 'jsonb',
  },
  lngLat: {
    field: f.lngLat(label),
    right: [{ lat: 31.2, lon: 121.4 }],
    wrong: [
      [{ lat: 91, lon: 0 }, 'Enter a valid latitude and longitude'],
      [{ lat: '', lon: 12 }, 'Enter a valid latitude and longitude'],
      ['31.2', 'Enter a valid latitude and longitude'],
    ],
    wire: [
      ['31.2, 121.4', { lat: 31.2, lon: 121.4 }],
      [
        { lat: '31.2', lng: '121.4' },
        { lat: 31.2, lon: 121.4 },
      ],
      ['nowhere', 'nowhere'],
      [null, null],
    ],
    text: [[{ lat: 31.2, lon: 121.4 }, '31.200000, 121.400000', '31.200000, 121.400000']],
    parse: [
      ['31.2, 121.4', { lat: 31.2, lon: 121.4 }],
      ['121.4, 31.2', undefined],
    ],
    sql: 'jsonb',
  },
  number: {
    field: f.number(label, { min: 0, max: 15, integer: true }),
    right: [0, 15, '7'],
    wrong: [
      [16, 'Must be 15 or less'],
      [-1, 'Must be 0 or more'],
      [1.5, 'Must be a whole number'],
      ['many', 'Must be a number'],
    ],
    wire: [
      ['7', 7],
      ['', ''],
    ],
    parse: [
      ['7', 7],
      ['many', undefined],
    ],
    sql: 'bigint',
  },
  password: {
    field: f.password(label, { pattern: /^[1-6]{8}$/, rule: 'unsealPassword' }),
    right: ['12345612'],
    wrong: [['12345678', '8 digits, each from 1 to 6']],
    sql: 'text',
  },
  phones: {
    field: f.phones(label),
    right: ['', '13800138000', '13800138000,13900139000,15000150000'],
    wrong: [
      ['13800138000,13900139000,15000150000,18800188000', /^Enter up to 3 mainland/],
      ['1380013800', /^Enter up to 3/],
      ['12800138000', /^Enter up to 3/],
      ['13800138000，13900139000', /^Enter up to 3/],
      ['13800138000,', /^Enter up to 3/],
      ['13800138000,13800138000', 'A number is listed twice'],
      ['13800138000,15000150000, 13800138000', 'A number is listed twice'],
    ],
    text: [['13800138000,13900139000', '13800138000, 13900139000', '13800138000, 13900139000']],
    parse: [['13800138000, 13900139000', '13800138000,13900139000']],
    sql: 'varchar(36)',
  },
  radius: {
    field: f.radius(label),
    right: [1, 500.5],
    wrong: [
      [0, 'Must be 1 or more'],
      [20_000_001, 'Must be 20000000 or less'],
      ['wide', 'Must be a number'],
    ],
    wire: [['500', 500]],
    text: [
      [500, '500 m', '500 m'],
      [324464, '324.5 km', '324.5 km'],
    ],
    parse: [
      ['500', 500],
      ['500 m', 500],
      ['1.5 km', 1500],
      ['wide', undefined],
    ],
    sql: 'double precision',
  },
  ref: {
    field: f.ref(label, 'org'),
    right: [5, '1790000000000000001'],
    wrong: [
      ['x', 'This record does not exist'],
      [1.5, 'This record does not exist'],
      [2 ** 53, 'This record does not exist'],
    ],
    wire: [
      ['12', 12],
      ['x', 'x'],
      ['1790000000000000001', '1790000000000000001'],
    ],
    sql: 'bigint',
  },
  refTree: { field: f.refTree(label, 'org'), right: [5], wire: [['12', 12]], sql: 'bigint' },
  text: {
    field: f.text(label, { min: 2, max: 4, pattern: /^[a-z]+$/, message: ['Small', '小写'] }),
    right: ['ab', 'abcd'],
    wrong: [
      ['a', 'Enter at least 2 characters'],
      ['abcde', 'Enter up to 4 characters'],
      ['AB', 'Small'],
      [12, 'Must be text'],
    ],
    parse: [['ab', 'ab']],
    sql: 'varchar(4)',
  },
  version: {
    field: f.version(label),
    right: ['V2.1.3', '1.0.4-rc1', '2026_05+b7'],
    wrong: [
      ['V2 1', /^Use letters and digits/],
      ['.5', /^Use letters and digits/],
      ['x'.repeat(41), 'Enter up to 40 characters'],
    ],
    parse: [[' V2.1.3 ', 'V2.1.3']],
    sql: 'varchar(40)',
  },
};

const refusal = (field: Field, value: unknown) => {
  try {
    ruleOf(field).validateSync(value);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return ruleText(error.message, 'en');
  }
};

test('a file shows the code after the label of a choice', () => {
  const field = f.choice(label, state, { coded: true }) as Field;
  const { cellText } = schemaOf(field);
  expect([1, 7].map((value) => cellText?.(value, field, 'en'))).toEqual(['On · 1', '7']);
});

describe.each(Object.entries(cases))('%s', (_, { field: declared, sql, ...examples }) => {
  const field = declared as Field;
  const schema = schemaOf(field);

  test.each(examples.right ?? [])('accepts %o', (value) => {
    expect(refusal(field, value)).toBeUndefined();
  });

  test.each(examples.wrong ?? [])('refuses %o: %s', (value, reason) => {
    expect(refusal(field, value)).toMatch(reason);
  });

  test.each(examples.wire ?? [])('reads %o from the wire as %o', (wire, value) => {
    expect(schema.fromWire?.(wire, field)).toEqual(value);
  });

  test.each(examples.text ?? [])('shows %o as “%s” and “%s”', (value, en, zh) => {
    expect(schema.text?.(value, field, 'en')).toBe(en);
    expect(schema.text?.(value, field, 'zh')).toBe(zh);
  });

  test.each(examples.parse ?? [])('reads the cell %o as %o', (cell, value) => {
    expect(schema.parse?.(cell, field, 'en')).toEqual(value);
  });

  test('has its column type', () => {
    expect(schema.sql(field)).toBe(sql);
  });
});
