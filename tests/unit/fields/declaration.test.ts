import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import {
  type AnyEntity,
  action,
  choices,
  defineConsole,
  entity,
  f,
  originalEntity,
  slot,
} from '../../../src/config';
import { kinds } from '../../../src/fields';
import {
  declarationOf,
  differentOptions,
  entityOf,
  kindDescriptions,
} from '../../../src/fields/declaration';
import { fieldOptions, type OptionType } from '../../../src/fields/description';
import { device } from '../../../src/resources';
import { booking, series, waybill } from '../../api/entities/ruledEntities';
import { declarationText, readBack, servedBy } from './served';

const state = choices(
  [
    ['draft', 'Draft', '草稿'],
    ['lodged', 'Lodged', '已申报'],
  ],
  { lodged: 'success' },
  { forms: { lodged: 'solid' }, signs: { draft: 'none' } },
);

/** Formulas with every function, in every place. */
const rental = entity('rental', ['Rental', '租赁'], {
  fields: {
    code: f.text(['Code', '编号'], { required: true, pattern: /^[A-Z]+$/i }),
    number: f.series(['Number', '流水号'], { form: 'R{yyyy}-{000}', restart: 'year', at: 'lodge' }),
    lock: f.ref(['Lock', '锁'], 'device', { via: 'sn' }),
    leaves: f.date(['Leaves', '出发'], { min: '2026-01-31' }),
    due: f.date(['Due', '应还']),
    at: f.datetime(['Handed over', '交付时间'], { max: 'now' }),
    fee: f.money(['Fee a day', '日租金'], { currency: 'CNY', max: '99999.99' }),
    share: f.number(['Share', '份额'], { unit: ['parts', '份'] }),
    state: f.choice(['State', '状态'], state),
    days: f.number(['Days', '天数'], { integer: true }),
    total: f.money(['Total', '合计'], { currency: 'CNY' }),
    long: f.boolean(['Long', '长期']),
    back: f.date(['Back at the latest', '最迟归还']),
    electric: f.number(['Battery', '电量'], { integer: true }),
    org_id: f.refTree(['Organisation', '机构'], 'org', { via: 'org_name' }),
    note: f.text(['Note', '备注'], {
      when: { state: ['lodged'], days: { above: 3 } },
      slots: { cell: slot('BerthChip', { size: 'small' }) },
    }),
  },
  computed: {
    days: (r) => r.leaves.daysTo(r.due).plus(1).orElse(0).rounded(0),
    total: (r) =>
      r.fee
        .times(r.share)
        .over(r.days)
        .minus('0.5' as never),
    long: (r, { now }) => r.days.above(30).or(r.fee.below(5).and(r.at.before(now))).not,
    back: (r, { today }) => today.plusDays(r.days),
    electric: (_, { of }) => of('lock', device, 'electric'),
  },
  rules: [
    { must: (r) => r.due.notBefore(r.leaves), at: 'due', message: ['Too early', '过早'] },
    {
      must: (r) => r.days.atLeast(1).and(r.days.atMost(90)),
      while: (r) => r.code.filled.and(r.code.is('A', 'B')),
      at: 'due',
      message: ['Too long', '过长'],
    },
    {
      unique: ['code'],
      while: (r) => r.state.is('lodged'),
      anywhere: true,
      at: 'code',
      message: ['Taken', '已占用'],
    },
    { apart: ['lock'], span: ['leaves', 'due'], at: 'lock', message: ['Rented then', '已租出'] },
  ],
  states: {
    field: 'state',
    start: 'draft',
    moves: { lodge: ['draft', 'lodged'] },
    frozen: { lodged: 'all', draft: ['note'] },
  },
  actions: {
    lodge: action(['Lodge', '申报'], {
      args: { note: f.text(['Note', '备注'], { required: true }) },
      sets: { note: '@args.note', at: '@now' },
      notifies: { to: { field: 'org_id' }, text: ['%{code} is lodged', '%{code} 已申报'] },
      posts: 'rental.lodged',
    }),
  },
  warns: {
    due: {
      before: [2, 0],
      while: (row) => row.leaves.filled,
      to: { role: 'Driver' },
      text: ['%{code} is due', '%{code} 应到'],
    },
  },
  stamps: { org_id: '@org' },
  form: ['code', ['leaves', 'due']],
});

const withThese = defineConsole({
  ...config,
  entities: [...config.entities, rental, booking, series, { ...waybill, poll: 5000 }],
} as never);

/** Options of shipped entities that are code. */
const CODE = {
  ...Object.fromEntries(
    [
      ...['alarmConfig', 'alarmEscalation', 'alarmMute', 'deviceType', 'icCard', 'fence'],
      ...['batchAddDevice', 'batchAddICCard', 'batchDisDevice', 'commandSchedule'],
      'systemParams',
    ].map((name) => [name, 'check']),
  ),
  device: 'slots.toolbar',
  alarmReceiver: 'fields.settled.slots.cell',
  oper: 'fields.role_id.slots.input',
  lockHistory: 'fields.who.slots.cell',
  deviceLocationRecord: 'slots.row',
  statusChangeRecord: 'slots.row',
  alertRecord: 'slots.top',
  lockMessage: 'fields.raw.slots.detail',
};

const printed = withThese.entities.filter(({ name }) => !(name in CODE));

describe('the declaration of an entity', () => {
  it.each(Object.entries(CODE))('of %s names the option that is code: %s', (name, option) => {
    const entity = withThese.entities.find((each) => each.name === name) as AnyEntity;
    expect(() => declarationOf(entity)).toThrow(`${name}.${option}: `);
  });

  it('makes the same tables and the same calls, byte for byte', () => {
    expect(printed.length).toBeGreaterThan(35);
    const [before, after] = [withThese, readBack(withThese)].map(servedBy);
    expect(before?.ddl).toContain('create table');
    expect(before?.openApi).toContain('/rental/lodge');
    expect(after).toEqual(before);
  });

  it.each(printed.map((each) => [each.name, each] as const))(
    'of %s is the same text once it is read back',
    (_, entity) => {
      const text = declarationText(entity);
      const again = entityOf(JSON.parse(String(text)));
      expect(declarationText(again)).toBe(text);
      expect(differentOptions(originalEntity(entity), again)).toEqual([]);
    },
  );

  it('has the options that were written, and none that follow from them', () => {
    const plain = entity('plain', ['Plain', '普通'], { fields: { a: f.text(['A', '甲']) } });
    expect(declarationOf(plain)).toEqual({
      name: 'plain',
      label: ['Plain', '普通'],
      fields: { a: { kind: 'text', label: ['A', '甲'] } },
    });
    const console = defineConsole({
      entities: [
        entity('e', ['E', '戊'], { fields: { a: f.text(['A', '甲'], { labels: 'menus' }) } }),
      ],
      pages: {},
      menus: [{ code: 'm', label: ['Menu', '菜单'], icon: 'card' }],
      paths: { list: '/{entity}/all' },
    });
    expect(declarationOf(console.entities[0] as AnyEntity)).toEqual({
      name: 'e',
      label: ['E', '戊'],
      fields: { a: { kind: 'text', label: ['A', '甲'], labels: 'menus' } },
    });
  });

  it('of an operation or a choice leaves out what its builder adds, and keeps the rest', () => {
    const { actions, fields } = declarationOf(rental) as unknown as AnyEntity;
    expect(Object.keys(actions.lodge ?? {})).toEqual([
      'label',
      'args',
      'sets',
      'notifies',
      'posts',
    ]);
    expect(fields.state.of).toEqual({
      values: [...state],
      tones: { lodged: 'success' },
      forms: { lodged: 'solid' },
      signs: { draft: 'none' },
    });
    const { of } = entityOf(declarationOf(rental)).fields.state as unknown as { of: object };
    expect({ ...of }).toEqual({ ...state });
  });

  it('refuses code in the properties of a component', () => {
    const slots = { top: slot('BerthChip', { onClick: () => {} }) };
    const fields = { a: f.text(['A', '甲']) };
    expect(() => declarationOf(entity('e', ['E', '戊'], { fields, slots }))).toThrow(
      'e.slots.top: ',
    );
  });

  it('of a copy has what the copy changed', () => {
    const copy = {
      ...rental,
      poll: 9000,
      fields: { ...rental.fields, more: f.text(['More', '更多'], { max: 9 }) },
    };
    const { poll, fields, list, form } = declarationOf(copy as AnyEntity) as unknown as AnyEntity;
    expect([poll, fields.more.max, fields.days.on, form]).toEqual([
      9000,
      9,
      undefined,
      rental.form,
    ]);
    // Its list was made of the fields before.
    expect(list).toEqual(rental.list);
    expect(differentOptions(copy as AnyEntity, entityOf(declarationOf(copy as AnyEntity)))).toEqual(
      [],
    );
  });

  it('does not show in which order options were written', () => {
    const help = [
      'The last number that was written on the papers',
      '单证上最后填写的编号',
    ] as const;
    const b = f.boolean(['B', '乙']);
    const field = f.text(['A', '甲'], { max: 3, required: true, unique: 'org', help });
    const other = f.text(['A', '甲'], { help, unique: 'org', required: true, max: 3 });
    const [one, two] = [
      { fields: { a: field, b }, poll: 5000, note: ['N', '注'] },
      { note: ['N', '注'], poll: 5000, fields: { a: other, b } },
    ].map((options) => declarationText(entity('e', ['E', '戊'], options as never)));
    expect(one).toBe(two);
    expect(one).toBe(`{
  "name": "e",
  "label": ["E", "戊"],
  "fields": {
    "a": {
      "kind": "text",
      "label": ["A", "甲"],
      "max": 3,
      "required": true,
      "unique": "org",
      "help": ["The last number that was written on the papers", "单证上最后填写的编号"]
    },
    "b": { "kind": "boolean", "label": ["B", "乙"] }
  },
  "poll": 5000,
  "note": ["N", "注"]
}`);
  });

  it('keeps the order of fields, which means something', () => {
    const [a, b] = [f.text(['A', '甲']), f.text(['B', '乙'])];
    const [one, two] = [
      { a, b },
      { b, a },
    ].map((fields) => declarationText(entity('e', ['E', '戊'], { fields })));
    expect(one).not.toBe(two);
  });
});

const field = (options: object) => ({ kind: 'decimal', label: ['Fee', '费用'], ...options });

const tripWith = (options: object, fee: unknown = field({})) => ({
  name: 'trip',
  label: ['Trip', '行程'],
  fields: { fee },
  ...options,
});

describe('entityOf', () => {
  it.each<[unknown, string]>([
    [[], 'entity: must be an object with a name'],
    [{ name: 'trip', label: ['Trip', '行程'] }, 'trip: needs fields'],
    [
      tripWith({ label: 'Trip' }),
      'trip.label: must be a list of a text in each language, not "Trip"',
    ],
    [tripWith({ columms: [] }), 'trip: has no option columms: columns is near'],
    [tripWith({ toString: 1 }), 'trip: has no option toString'],
    [tripWith({ poll: '5 s' }), 'trip.poll: must be a number, not "5 s"'],
    [tripWith({ check: 'x' }), 'trip.check: is code: declare rules instead'],
    [tripWith({ list: 'fee' }), 'trip.list: must be a list of the name of a field, not "fee"'],
    [tripWith({ verbs: ['list', 'fly'] }), 'trip.verbs.1: must be "list" or "get" or'],
    [tripWith({ sort: ['fee', 'ASC', 'x'] }), 'trip.sort: must be a list of a text'],
    [
      tripWith({ sort: ['fee'] }),
      'trip.sort: must be a list of a text, "ASC" or "DESC", not ["fee"]',
    ],
    [
      tripWith({ computed: { fee: { fn: 'sum', args: [] } } }),
      'trip.computed.fee: must be the tree',
    ],
    [tripWith({ computed: { fee: { fn: '+', args: [{ value: 1 }] } } }), 'trip.computed.fee: must'],
    [
      tripWith({ rules: [{ at: 'fee', message: ['M', '信'], must: 1 }] }),
      'trip.rules.0.must: must',
    ],
    [tripWith({ rules: [{ at: 'fee' }] }), 'trip.rules.0: needs message'],
    [
      tripWith({ slots: { top: { component: 1 } } }),
      'trip.slots.top: must be a component of custom',
    ],
    [tripWith({ menu: { icon: 'truk' } }), 'trip.menu.icon: must be "alarm" or'],
    [tripWith({ actions: { go: {} } }), 'trip.actions.go: needs label'],
    [tripWith({ actions: { go: 1 } }), 'trip.actions.go: must be an object with a label'],
    [
      tripWith({ actions: { go: { label: ['Go', '走'], args: { n: { kind: 'nmber' } } } } }),
      'trip.actions.go.args.n: has no kind nmber: number is near',
    ],
    [
      tripWith({ states: { field: 'fee', start: 1, moves: { go: [1] } } }),
      'trip.states.moves.go: must',
    ],
    [tripWith({}, 'text'), 'trip.fields.fee: must be a field such as'],
    [
      tripWith({}, { kind: 'monye', label: ['A', '甲'] }),
      'trip.fields.fee: has no kind monye: money is near',
    ],
    [tripWith({}, { kind: 'constructor' }), 'trip.fields.fee: has no kind constructor'],
    [tripWith({}, { kind: 'text' }), 'trip.fields.fee: needs label'],
    [tripWith({}, { kind: 'choice', label: ['A', '甲'] }), 'trip.fields.fee: needs of'],
    [tripWith({}, { kind: 'series', label: ['A', '甲'] }), 'trip.fields.fee: needs form'],
    [tripWith({}, field({ scael: 2 })), 'trip.fields.fee: has no option scael: scale is near'],
    [tripWith({}, field({ scale: '2' })), 'trip.fields.fee.scale: must be a number, not "2"'],
    [
      tripWith({}, field({ min: 'low' })),
      'trip.fields.fee.min: must be a number or its text, not "low"',
    ],
    [
      tripWith({}, field({ when: { fee: { under: 1 } } })),
      'trip.fields.fee.when.fee: must be a list',
    ],
    [
      tripWith({}, { kind: 'text', label: ['A', '甲'], pattern: '[' }),
      'trip.fields.fee.pattern: must be a regular expression such as { "pattern": "^[A-Z]+$" }, not "["',
    ],
    [
      tripWith({}, { kind: 'text', label: ['A', '甲'], pattern: { pattern: '[' } }),
      'trip.fields.fee.pattern: must be a regular expression',
    ],
    [
      tripWith({}, { kind: 'choice', label: ['A', '甲'], of: { values: [[1, 'One']] } }),
      'trip.fields.fee.of: must be choices such as',
    ],
  ])('refuses %j', (data, sentence) => {
    expect(() => entityOf(data)).toThrow(sentence);
  });
});

/** Returns data of a type. */
const exampleOf = (type: OptionType): unknown => {
  if (typeof type !== 'string') {
    if ('oneOf' in type) return type.oneOf[0];
    if ('anyOf' in type) return exampleOf(type.anyOf.at(-1) as OptionType);
    if ('listOf' in type) return [exampleOf(type.listOf)];
    if ('tuple' in type) return type.tuple.map(exampleOf);
    if ('mapOf' in type) return { some: exampleOf(type.mapOf) };
    return Object.fromEntries(
      Object.entries(type.options).map(([name, each]) => [name, exampleOf(each)]),
    );
  }
  const examples: Readonly<Record<string, unknown>> = {
    ...{ number: 3, exact: '3.5', boolean: true, true: true, label: ['A', '甲'] },
    ...{ pattern: { pattern: '^a$' }, choices: { values: [[1, 'A', '甲']] } },
    slot: { component: 'BerthChip' },
  };
  return examples[type] ?? 'name';
};

const descriptions = kinds.flatMap((kind) => {
  const description = kindDescriptions[kind];
  return description ? [[kind, description] as const] : [];
});

/** Every option of every kind, and the options of every field of a text. */
const options = descriptions.flatMap(([kind, { options: own = {}, subject }]) => {
  const described = { ...own, ...(kind === 'text' && fieldOptions) };
  const needed = Object.fromEntries([
    ...(subject ? [['of', exampleOf(subject)]] : []),
    ...Object.entries(own).flatMap(([name, { needed, type }]) =>
      needed ? [[name, exampleOf(type)]] : [],
    ),
  ]);
  return Object.entries(described).map(
    ([option, { type }]) =>
      [kind, option, type, { kind, label: ['F', '字段'], ...needed }] as const,
  );
});

describe('the description of kinds', () => {
  it('has each kind', () => {
    expect(descriptions.map(([kind]) => kind)).toEqual(kinds);
  });

  it.each(options)('of %s types its option %s', (kind, option, type, base) => {
    const data = (value: unknown) => tripWith({}, { ...base, [option]: value });
    const example = exampleOf(type);
    const result = entityOf(data(example));
    const fee = (declarationOf(result) as unknown as AnyEntity).fields.fee;
    expect(fee[option]).toEqual(example);
    expect(() => entityOf(data([null]))).toThrow(`trip.fields.fee.${option}`);
    expect(kind).toBe(fee.kind);
  });
});
