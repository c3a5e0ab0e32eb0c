import {
  type AnyField,
  action,
  choices,
  command,
  defineConsole,
  entity,
  f,
  type RecordOf,
  slot,
} from '../../../src/config';
import { described, type KindDescription } from '../../../src/fields/description';
import { device as shippedDevice } from '../../../src/resources';

/* Every line marked is a mistake in a declaration. The type check fails when one of them starts to compile. */

const status = choices([
  [1, 'One', '一'],
  [2, 'Two', '二'],
]);

export const a = entity('a', ['A', '甲'], {
  fields: {
    x: f.text(['X', '某']),
    s: f.choice(['S', '态'], status),
    r: f.ref(['R', '引'], 'nope'),
  },
  // @ts-expect-error a column that is no field
  list: ['x', 'typo'],
});

export const when = entity('w', ['W', '丁'], {
  fields: { s: f.choice(['S', '态'], status) },
  commands: {
    // @ts-expect-error a condition on a value outside the choices
    go: command(['Go', '走'], { when: { s: [7] } }),
  },
});

export const whenAbove = entity('w', ['W', '丁'], {
  fields: { s: f.text(['S', '态']) },
  commands: {
    // @ts-expect-error a comparison of a field that is no number
    go: command(['Go', '走'], { when: { s: { above: 0 } } }),
  },
});

export const whenField = entity('w', ['W', '丁'], {
  fields: { s: f.choice(['S', '态'], status) },
  commands: {
    // @ts-expect-error a condition on a field that is not there
    go: command(['Go', '走'], { when: { t: [1] } }),
  },
});

export const view = entity('v', ['V', '己'], {
  fields: { s: f.choice(['S', '态'], status) },
  views: {
    // @ts-expect-error a filter on a field that is not there
    old: { label: ['Old', '旧'], filter: { t_to: 3 } },
  },
});

// @ts-expect-error a label without Chinese
export const b = entity('b', ['B'], { fields: { x: f.text(['X', '某']) } });

// @ts-expect-error an option of another kind
export const min = f.number(['X', '某'], { multiline: true });

// @ts-expect-error an option of the wrong type
export const max = f.text(['X', '某'], { max: 'three' });

// @ts-expect-error a kind that does not exist
export const kind = f.battary(['X', '某']);

// @ts-expect-error a choice without its table
export const choice = f.choice(['X', '某']);

// @ts-expect-error a reference to an undeclared entity
export const badRef = defineConsole({ entities: [a], pages: { p: 'a' } });

const c = entity('c', ['C', '丙'], { fields: { x: f.text(['X', '某']) } });

// @ts-expect-error a page that names an unknown entity
export const badPage = defineConsole({ entities: [c], pages: { p: 'zzz' } });

// @ts-expect-error a value outside the choices
export const record: RecordOf<(typeof when)['fields']> = { id: 1, s: 3 };

// @ts-expect-error a colour for a value that is no choice
export const tones = choices([[1, 'a', '甲']], { 9: 'error' });

export const key = entity('d', ['D', '丁'], {
  fields: { x: f.text(['X', '某']) },
  // @ts-expect-error an unknown key
  key: 'y',
});

export const check = entity('e', ['E', '戊'], {
  fields: { x: f.text(['X', '某']) },
  // @ts-expect-error a message without Chinese
  check: () => ({ x: ['only English'] }),
});

export const sort = entity('g', ['G', '己'], {
  fields: { x: f.text(['X', '某']) },
  // @ts-expect-error a sort by a column that is no field
  sort: ['y', 'ASC'],
});

export const slots = f.text(['X', '某'], {
  slots: {
    // @ts-expect-error a component that needs more than its place hands it
    cell: slot(async () => (await import('react-admin')).ReferenceField),
    // @ts-expect-error a property of the wrong type
    input: slot(async () => (await import('react-admin')).NumberInput, { min: {} }),
  },
});

export const misspelt = {
  ...shippedDevice.fields,
  // @ts-expect-error a shipped field is replaced under a name that it does not have
  org: f.refTree(['Organisation', '机构'], 'org'),
} satisfies Record<keyof typeof shippedDevice.fields, AnyField>;

const { org_id: _, ...withoutOrg } = shippedDevice.fields;

// @ts-expect-error a shipped field that other parts of its declaration name was taken out
export const withoutOrgFields = withoutOrg satisfies Record<
  keyof typeof shippedDevice.fields,
  AnyField
>;

const moved = {
  x: f.text(['X', '某']),
  n: f.number(['N', '数']),
  s: f.choice(['S', '态'], status),
};
const go = action(['Go', '走']);

entity('m', ['M', '状'], {
  fields: moved,
  states: { field: 's', start: 1, moves: { go: [[1, 2], 2] }, frozen: { 2: ['x'], 1: 'all' } },
  actions: { go },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a start that is no state
  states: { field: 's', start: 7, moves: {} },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a state field that is no choice
  states: { field: 'n', start: 1, moves: {} },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a move to a state that is not there
  states: { field: 's', start: 1, moves: { go: [1, 7] } },
  actions: { go },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a move by an action that is not there
  states: { field: 's', start: 1, moves: { fly: [1, 2] } },
  actions: { go },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error frozen in a state that is not there
  states: { field: 's', start: 1, moves: {}, frozen: { 7: 'all' } },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a frozen field that is not there
  states: { field: 's', start: 1, moves: {}, frozen: { 2: ['nope'] } },
});

entity('m', ['M', '状'], {
  fields: moved,
  actions: {
    // @ts-expect-error an action that sets a field that is not there
    go: action(['Go', '走'], { sets: { nobody: '@me' } }),
  },
});

entity('m', ['M', '状'], {
  fields: moved,
  // @ts-expect-error a stamp on a field that is not there
  stamps: { nobody: '@me' },
});

const formulaFields = {
  name: f.text(['Name', '名']),
  from: f.date(['From', '从']),
  to: f.date(['To', '到']),
  at: f.datetime(['At', '时']),
  n: f.number(['N', '数']),
  lock: f.ref(['Lock', '锁'], 'device'),
};
const message = ['a', '甲'] as const;

/** Declares an entity whose formulas are judged by the compiler alone. */
const formulas = entity<'x', typeof formulaFields>;

formulas('x', ['X', '某'], {
  fields: formulaFields,
  rules: [
    { must: (r) => r.n.above(1).and(r.to.notBefore(r.from)), at: 'n', message },
    // @ts-expect-error an unknown field
    { must: (r) => r.nmae.filled, at: 'name', message },
    // @ts-expect-error a day compared with a number
    { must: (r) => r.to.before(r.n), at: 'to', message },
    // @ts-expect-error a day compared with a moment
    { must: (r) => r.to.before(r.at), at: 'to', message },
    // @ts-expect-error an answer that is no yes or no
    { must: (r) => r.n.plus(1), at: 'n', message },
    // @ts-expect-error a message at no field
    { must: (r) => r.n.above(1), at: 'nn', message },
    // @ts-expect-error no Chinese message
    { must: (r) => r.n.above(1), at: 'n', message: ['a'] },
    // @ts-expect-error unique over a field that is not there
    { unique: ['name', 'nn'], at: 'name', message },
    // @ts-expect-error a span of texts
    { apart: ['n'], span: ['name', 'name'], at: 'n', message },
    // @ts-expect-error a span of a day and a moment
    { apart: ['n'], span: ['from', 'at'], at: 'n', message },
  ],
});

const warned = { before: [1], to: 'org', text: message } as const;

formulas('x', ['X', '某'], {
  fields: formulaFields,
  warns: {
    to: { ...warned, while: (r) => r.n.above(1) },
    at: warned,
    // @ts-expect-error a field that is no date
    n: warned,
  },
});

formulas('x', ['X', '某'], {
  fields: formulaFields,
  warns: {
    // @ts-expect-error an unknown field in its condition
    to: { ...warned, while: (r) => r.nmae.filled },
  },
});

formulas('x', ['X', '某'], {
  fields: formulaFields,
  computed: {
    n: (r, { of, today }) => of('lock', shippedDevice, 'electric').plus(today.daysTo(r.to)),
    // @ts-expect-error a computed text that is a number
    name: (r) => r.n.plus(1),
    // @ts-expect-error a field that is not there
    total: (r) => r.n.plus(1),
    // @ts-expect-error a day that is a moment
    from: (r) => r.at,
    // @ts-expect-error a field that the other record lacks
    to: (_, { of }) => of('lock', shippedDevice, 'nope'),
    // @ts-expect-error the record of no reference
    at: (_, { of }) => of('nope', shippedDevice, 'report_time'),
  },
});

const low = described(['Low', '低'], 'number', ['Low.', '低。']);

const battery = { label: ['B', '电'], text: ['B.', '电。'], example: 'f.battery()' } as const;

// @ts-expect-error a description of a kind that lacks its options
export const noOptions: KindDescription<'battery'> = battery;

// @ts-expect-error a description that lacks an option
export const noOption: KindDescription<'battery'> = { ...battery, options: {} };

// @ts-expect-error a description of an option that the kind lacks
export const anyOption: KindDescription<'battery'> = { ...battery, options: { low, high: low } };

// @ts-expect-error a description of a kind with a subject that lacks it
export const noSubject: KindDescription<'dict'> = battery;

// @ts-expect-error a description that does not say that the option must be there
export const needed: KindDescription<'placeName'> = { ...battery, options: { names: low } };

// @ts-expect-error a description without Chinese
export const oneLanguage: KindDescription<'color'> = { ...battery, text: ['A colour.'] };
