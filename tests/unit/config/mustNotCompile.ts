import {
  type AnyField,
  choices,
  command,
  defineConsole,
  entity,
  f,
  type RecordOf,
  slot,
} from '../../../src/config';
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
