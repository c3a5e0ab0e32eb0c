import { describe, expect, test } from 'vitest';
import config from '../../../../resources.config';
import {
  type AnyEntity,
  CURRENT_OPERATOR,
  choices,
  defineConsole,
  entity,
  f,
  type MenuSeed,
  page,
  report,
  type Wire,
} from '../../../../src/config';
import { assertValid, findProblems } from '../../../../src/server/validate';
import {
  base,
  box,
  configWith,
  findingsOf,
  kind,
  menus,
  number,
  org,
  pageNames,
  text,
  thing,
  title,
  verdictOn,
} from './declared';

test('the shipped configuration has no errors and no notices', () => {
  expect(findingsOf(config)).toEqual({ errors: [], notices: [] });
});

const aReport = (options: object) =>
  report('r', ['Report', '报表'], {
    about: ['About', '说明'],
    source: 'thing',
    reads: 'thing',
    columns: { title },
    measures: { all: { field: f.number(['All', '全部']) } },
    chart: ['all'],
    ...options,
  } as never);

const twice = f.choice(
  ['Kind', '类型'],
  choices([
    [1, 'One', '一'],
    [1, 'Two', '二'],
  ]),
);

test.each([
  ['report r reportSource', { source: 'nope' }],
  ['report r records', { source: 'box' }],
  ['report r reportTime', { source: 'log' }],
  ['report r reportScope', { source: 'log' }],
  ['report r reads unknown', { reads: 'nope' }],
  ['report r.colour reportColumn', { columns: { colour: title } }],
  ['report r groups unknown', { groups: ['colour'] }],
  ['report r.all sum number', { measures: { all: { field: title, sum: 'weight' } } }],
  ['report r.all sum number', { measures: { all: { field: title, sum: 'title' } } }],
  ['report r.all most number', { measures: { all: { field: title, most: 'sn' } } }],
  ['report r.all sum number', { measures: { all: { field: title, sum: 'boxes' } } }],
  [
    'report r.all sum number',
    {
      source: 'mileage',
      columns: { place: title },
      measures: { all: { field: title, sum: 'place' } },
    },
  ],
  ['report r groups uniqueItems', { columns: { kind }, groups: ['kind', 'kind'] }],
  [
    'report r.all most aboveSum',
    { measures: { all: { field: title, sum: 'boxes', most: 'boxes' } } },
  ],
  [
    'report r.all never',
    { columns: { kind }, measures: { all: { field: title, where: { kind: [1, 9] } } } },
  ],
  ['report r.title reportKind', { columns: { title: number({}) } }],
  ['report r.kind choices choiceTwice', { columns: { kind: twice }, groups: ['kind'] }],
  ['report r.title label labels', { columns: { title: f.text(['Title', '']) } }],
  ['report r chart unknown', { chart: ['none'] }],
  ['report r label labels', { label: ['Report', ''] }],
])('a report with an error: %s', (problem, options) => {
  const { errors } = verdictOn(thing({ boxes: f.refs(['Boxes', '箱'], 'box') }), {
    reports: [{ ...aReport(options), ...options }],
  });
  expect(errors.filter((error) => error === problem)).toHaveLength(1);
});

test.each<[string, object, object]>([
  ['sn', {}, {}],
  ['sn', { sn: text({ virtual: true }) }, {}],
  ['org_id', { sn: text({}) }, { scope: 'shared' }],
])('a report needs the column %s of its source', (column, fields, options) => {
  const create_time = f.datetime(['Time', '时间']);
  const source = thing({ create_time, ...fields }, { record: { time: 'create_time' }, ...options });
  const { errors } = findProblems(configWith(source, { reports: [aReport({})] }));
  expect(errors.filter(({ place }) => place === 'report r')).toEqual([
    { place: 'report r', code: 'reportScope', values: ['thing', column] },
  ]);
});

test('the name of a report must fit into an address', () => {
  const named = { ...aReport({}), name: 'a b/1' };
  expect(verdictOn(thing({}), { reports: [named] } as never).errors).toContain('report a b/1 name');
});

test('a report sums numbers, durations and moments', () => {
  const create_time = f.datetime(['Time', '时间']);
  const source = thing(
    { create_time, sn: text({}), size: number({}), stay: f.duration(['Stay', '停留']) },
    { record: { time: 'create_time' } },
  );
  const measures = {
    size: { field: number({}), sum: 'size' },
    stay: { field: number({}), sum: 'stay' },
    last: { field: create_time, most: 'create_time' },
  };
  const reports = [aReport({ measures, chart: ['size'] })];
  expect(verdictOn(source, { reports } as never).errors).toEqual([]);
});

test('reports one mistake once', () => {
  expect(verdictOn(thing({ n: number({ min: 9, max: 2 }) }))).toEqual({
    errors: ['thing.n above'],
    notices: [],
  });
});

test('has no notices for a correct entity', () => {
  const fine = thing(
    {
      at: f.datetime(['At', '时间']),
      n: number({ min: 2, max: 2, initial: 2 }),
      j: f.json(['J', 'J'], { initial: '{}' }),
      place: f.lngLat(['P', 'P'], { virtual: true, columns: ['lat', 'lon'], required: true }),
      lat: number({ required: true }),
      lon: number({ required: true }),
      box_id: f.ref(['Box', '箱'], 'box', { when: { n: [2] }, required: true }),
      up_id: f.refTree(['Up', '上'], 'tree'),
      old: text({ was: 'older' }),
    },
    {
      form: ['title', 'place', 'box_id'],
      sort: ['at', 'DESC'],
      related: [{ entity: 'box', foreignField: 'title', localField: 'title', filter: { size: 1 } }],
    },
  );
  expect(verdictOn(fine)).toEqual({ errors: [], notices: [] });
});

test.each<[string, string, AnyEntity, { menus?: MenuSeed[] }]>([
  [
    'a dictionary that operators maintain',
    'thing.d dictionary',
    thing({ d: f.dict(['D', 'D'], 'nope') }),
    {},
  ],
  ['a key of another server', 'thing key', thing({}, { key: 'title' }), {}],
  ['a page without a menu', 'page thing menuAdded', thing({}), { menus: menus.slice(0, -1) }],
])('%s is a notice', (_, notice, declared, changed) => {
  expect(verdictOn(declared, changed)).toEqual({ errors: [], notices: [notice] });
});

test('a page of its own without a menu is an error: the server has no label for its menu', () => {
  const own = page(async () => ({ Page: undefined }), ['thing']);
  const pages = { notes: own, ...Object.fromEntries(pageNames.map((name) => [name, name])) };
  expect(verdictOn(thing({}), { pages })).toEqual({
    errors: ['page notes noMenu'],
    notices: [],
  });
  const withMenu = [...menus, { code: 'notes', label: title.label, icon: 'list', url: 'notes' }];
  expect(verdictOn(thing({}), { pages, menus: withMenu })).toEqual({ errors: [], notices: [] });
});

/** Returns the errors of a configuration with these entities, `box`, and the other entities that the server needs. */
const errorsOf = (...entities: AnyEntity[]) => {
  const baseEntities = [org, ...base].filter(({ name }) =>
    entities.every((each) => each.name !== name),
  );
  return findingsOf(
    defineConsole({ entities: [box, ...baseEntities, ...entities], pages: {} } as never),
  ).errors;
};

test.each(['org', 'oper', 'role', 'menu', 'device', 'appointmentCommandRecord'])(
  'a configuration without %s is for another server',
  (missing) => {
    const entities = [box, org, ...base].filter(({ name }) => name !== missing);
    const { errors, notices } = findingsOf(defineConsole({ entities, pages: {} } as never));
    expect(errors).toEqual([]);
    expect(notices).toContain(`${missing} base`);
  },
);

test('a configuration for another server may store reported values in any column', () => {
  const charge = f.number(['Charge', '电量']);
  const device = entity('device', ['Lock', '锁'], { fields: { title, electric: charge } });
  const seal = entity('seal', ['Seal', '封'], {
    fields: { title, electric: f.number(['Charge', '电量'], { reported: true }) },
  });
  const entities = [device, seal, org] as never;
  expect(findingsOf(defineConsole({ entities, pages: {} } as never)).errors).toEqual([]);
});

describe('a configuration with all base tables', () => {
  const charge = f.number(['Charge', '电量']);
  const ownLock = entity('device', ['Lock', '锁'], { fields: { title, electric: charge } });
  const ourLock = entity('device', ['Lock', '锁'], {
    fields: {
      title,
      electric: charge,
      load: f.number(['Load', '载重'], { reported: true, on: ['list'] }),
    },
  });
  const finding = 'device.electric state';
  const declare = (device: unknown, wire: Partial<Wire> = {}) => {
    const otherEntities = [box, org, ...base].filter(({ name }) => name !== 'device');
    return defineConsole({ entities: [device, ...otherEntities], pages: {}, wire } as never);
  };

  test.each([
    ['locks of its own', declare(ownLock)],
    ['other names on the wire', declare(ourLock, { list: 'records' })],
    ['missing parts of our server', declare(ourLock, { live: false })],
  ])('and %s is for another server, and ours refuses to start', (_, config) => {
    const { errors, notices } = findingsOf(config);
    expect(errors).toEqual([]);
    expect(notices).toContain(finding);
    expect(() => assertValid(config)).toThrow(
      'device.electric: locks report this value: it needs reported',
    );
  });

  test.each([{}, { padding: 'oaep' as const }, { filters: true }])(
    'and our wire with %j is for our server',
    (wire) => {
      expect(findingsOf(declare(ourLock, wire)).errors).toEqual([finding]);
    },
  );
});

test.each(['my box', '1box', 'box-2', 'b'.repeat(64)])('refuses the entity name %s', (name) => {
  const named = entity(name, ['Named', '名'], { fields: { title } }) as AnyEntity;
  expect(errorsOf(named)).toContain(`${name} name`);
});

/** Declares an entity that refers to another. */
const referring = (name: string, target: string, options: object) =>
  entity(name, [name, `引${name}`], {
    fields: { title, other_id: f.ref(['O', '别'], target, options) },
  }) as AnyEntity;

test('reports entities that require each other as one error', () => {
  const [a, b, c] = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ].map(([name = '', target = '']) => referring(name, target, { required: true })) as [
    AnyEntity,
    AnyEntity,
    AnyEntity,
  ];
  expect(errorsOf(a, b, c)).toEqual(['a requires']);
  expect(errorsOf(a, b, referring('c', 'a', {}))).toEqual([]);
  expect(errorsOf(a, b, referring('c', 'a', { required: true, when: { title: ['x'] } }))).toEqual(
    [],
  );
});

test('accepts correct declarations next to wrong ones', () => {
  const fine = thing(
    {
      n: number({ max: 0, decimals: 0 }),
      doc: f.file(['D', '文'], { accept: '.tar.gz, image/*,application/pdf' }),
      code: text({ unique: 'org' }),
      count: text({ on: ['list'] }),
      made: text({ required: true, on: ['list'], initial: 'here' }),
      boxes: f.refs(['Boxes', '箱'], 'box'),
      org_id: f.ref(['Owner', '主'], 'org'),
      up_id: f.refTree(['Up', '上'], 'thing'),
      beside_id: f.ref(['Beside', '旁'], 'thing', { required: true, when: { count: ['x'] } }),
      size: text({ max: 10_485_760 }),
      level: f.choice(
        ['Level', '级'],
        choices([
          [-(2 ** 31), 'Low', '低'],
          [2 ** 31 - 1, 'High', '高'],
        ]),
      ),
    },
    {
      poll: 1000,
      related: [{ entity: 'thing', foreignField: 'boxes', localField: 'id' }],
    },
  );
  expect(verdictOn(fine)).toEqual({ errors: [], notices: [] });
});

test.each(['org', 'role', 'menu'])('the server creates the first record of %s itself', (name) => {
  const seeded = referring(name, name, { required: true });
  expect(errorsOf(seeded)).toEqual([]);
});

test('a list accepts the filters of its views', () => {
  const fields = {
    n: number({}),
    at: f.datetime(['At', '时间']),
    box_id: f.ref(['Box', '箱'], 'box'),
    done: f.boolean(['Done', '完成']),
    day: f.date(['Day', '日']),
  };
  const filter = {
    ...{ title: ['a', 'b'], title_is: 'a', n_from: 2, at_last: '7d', at_to: 'now-24h' },
    ...{ box_id: CURRENT_OPERATOR, done: false, day_from: '2026-01-31' },
  };
  const options = {
    filter: Object.keys(fields),
    views: { all: { label: ['All', '全部'], filter } },
  };
  expect(verdictOn(thing(fields, options)).errors).toEqual([]);
});

test('parts without a label or field are errors at every level', () => {
  const broken = findingsOf(
    defineConsole({
      entities: [box],
      pages: { box: 'box' },
      menus: [{ code: 'a', icon: 'list', children: [{ code: 'b', icon: 'list' }] }],
      tabs: { box: { more: { reads: [] } } },
      reports: [
        { ...aReport({ columns: { a: undefined }, measures: { b: {} } }), label: undefined },
      ],
    } as never),
  );
  expect(broken.errors).toEqual([
    'box menu.group unknown',
    'box.more required',
    'report r label labels',
    'report r reads unknown',
    'report r chart unknown',
    'report r.a declaration',
    'report r.b required',
    'menu a required',
    'menu b required',
  ]);
});

test('a derived entity uses the view of its table', () => {
  expect(verdictOn(thing({}, { derived: true, table: 'colleague' })).errors).toEqual([]);
});

test('reports two entities of one name along with other errors', () => {
  const { errors } = verdictOn({ ...box, title: 'nope' } as never);
  expect(errors).toEqual(expect.arrayContaining(['box twice', 'box title unknown']));
});

test('reports errors in menus and pages too', () => {
  const baseEntities = [org, ...base].map((each) => ({
    ...each,
    menu: { group: 'a', icon: 'list' },
  }));
  const broken = findingsOf(
    defineConsole({
      entities: [box, ...baseEntities] as never,
      pages: { box: 'box', gone: 'gone' } as never,
      menus: [
        { code: 'a', label: ['', '甲'], icon: 'lorry', url: 'box' },
        { code: 'a', label: ['A', '甲'], icon: 'list', url: 'nowhere' },
      ],
    }),
  );
  expect(broken.errors).toEqual([
    'box menu.group unknown',
    'menu a label labels',
    'menu a icon unknown',
    'menu a url unknown',
    'page gone unknown',
    'menu a twice',
  ]);
});
