import {
  type Entity,
  type Fields,
  iconNames,
  type Operation,
  type Related,
  type TimelineSource,
  verbs,
  type Warning,
} from '../config';
import { CONDITIONS, type OptionType } from './description';

/** Type of each option. The compiler refuses one that is missing, and one that does not exist. */
type Types<T> = { readonly [P in keyof T]-?: OptionType };

const names: OptionType = { listOf: 'field' };
const icon: OptionType = { oneOf: iconNames };
const values: OptionType = { mapOf: { anyOf: ['scalar', 'null'] } };
const filter: OptionType = {
  mapOf: { anyOf: ['scalar', { listOf: { anyOf: ['text', 'number'] } }] },
};
const sort: OptionType = { tuple: ['text', { oneOf: ['ASC', 'DESC'] }] };
const state: OptionType = { anyOf: ['text', 'number'] };

const related: Types<Related<Fields>> = {
  entity: 'entity',
  foreignField: 'text',
  localField: 'field',
  label: 'label',
  empty: 'label',
  tabKey: 'text',
  single: 'true',
  granted: 'true',
  filter,
  through: {
    options: { entity: 'entity', foreignField: 'text', takes: 'text', filter },
    needs: ['entity', 'foreignField', 'takes'],
  },
};

const timeline: Types<TimelineSource> = {
  entity: 'entity',
  foreignField: 'text',
  localField: 'field',
  label: 'label',
  icon,
  filter,
  supersededBy: { listOf: 'text' },
  title: { listOf: 'text' },
  transition: 'true',
  extra: { listOf: 'text' },
  unbounded: 'true',
};

const rules: OptionType = {
  listOf: {
    options: {
      must: 'formula',
      unique: names,
      apart: names,
      span: { tuple: ['field', 'field'] },
      anywhere: 'true',
      while: 'formula',
      at: 'field',
      message: 'label',
    },
    needs: ['at', 'message'],
  },
};

const notifiedTo: OptionType = {
  anyOf: [
    { oneOf: ['org'] },
    { options: { role: 'text' }, needs: ['role'] },
    { options: { field: 'field' }, needs: ['field'] },
  ],
};

const warning: Types<Warning> = {
  before: { listOf: 'number' },
  while: 'formula',
  to: notifiedTo,
  text: 'label',
};

const slots: Types<Entity['slots']> = {
  top: 'slot',
  toolbar: 'slot',
  row: 'slot',
  form: 'slot',
  head: 'slot',
  detail: 'slot',
};

const views: Types<Entity['views'][string]> = {
  label: 'label',
  labelWithoutPeriod: 'label',
  synonyms: { tuple: [{ listOf: 'text' }, { listOf: 'text' }] },
  filter,
  sort,
};

/** Options of an entity, in the order in which they are written. */
export const entityOptions: Types<Entity> = {
  name: 'text',
  label: 'label',
  noun: 'label',
  was: 'text',
  partOf: 'entity',
  table: 'text',
  key: 'text',
  scope: 'text',
  record: { options: { time: 'field', updated: 'true' }, needs: ['time'] },
  derived: 'boolean',
  byDay: 'true',
  verbs: { listOf: { oneOf: verbs } },
  fields: { mapOf: 'declaredField' },
  title: 'field',
  nameField: 'field',
  computed: { mapOf: 'formula' },
  rules,
  states: {
    options: {
      field: 'field',
      start: state,
      moves: { mapOf: { tuple: [{ anyOf: ['text', 'number', { listOf: state }] }, state] } },
      frozen: { mapOf: { anyOf: [{ oneOf: ['all'] }, names] } },
    },
    needs: ['field', 'start', 'moves'],
  },
  warns: { mapOf: { options: warning, needs: ['before', 'to', 'text'] } },
  stamps: values,
  check: 'code',
  actions: { mapOf: 'declaredAction' },
  commands: { mapOf: 'declaredCommand' },
  list: names,
  columns: names,
  card: names,
  filter: names,
  form: { listOf: { anyOf: ['field', names] } },
  more: names,
  sort,
  tree: 'true',
  views: { mapOf: { options: views, needs: ['label', 'filter'] } },
  poll: 'number',
  live: 'field',
  preview: 'boolean',
  counts: names,
  chart: names,
  note: 'label',
  empty: 'label',
  head: names,
  related: { listOf: { options: related, needs: ['entity', 'foreignField', 'localField'] } },
  timeline: {
    mapOf: {
      options: timeline,
      needs: ['entity', 'foreignField', 'localField', 'label', 'icon', 'title'],
    },
  },
  sections: {
    listOf: { options: { label: 'label', tabs: { listOf: 'text' } }, needs: ['label', 'tabs'] },
  },
  side: {
    options: {
      place: { tuple: ['field', 'field'] },
      extra: names,
      normal: { mapOf: { listOf: { anyOf: ['text', 'number'] } } },
      timeField: 'field',
    } satisfies Types<NonNullable<Entity['side']>>,
    needs: ['timeField'],
  },
  slots: { options: slots },
  menu: { options: { group: 'text', icon } satisfies Types<Entity['menu']> },
  api: { mapOf: 'text' },
};

/** Options of an action or a command, in the order in which they are written. */
export const operationOptions: Types<Operation> = {
  label: 'label',
  args: { mapOf: 'declaredField' },
  requiredArgs: {
    mapOf: { options: { when: CONDITIONS, message: 'label' }, needs: ['when', 'message'] },
  },
  on: { oneOf: ['row', 'bulk', 'both'] },
  when: CONDITIONS,
  deniedMessage: { mapOf: { anyOf: ['label', { mapOf: 'label' }] } },
  doneBy: { oneOf: ['superior'] },
  onlyBy: 'field',
  anotherThan: 'field',
  sets: values,
  notifies: { options: { to: notifiedTo, text: 'label' }, needs: ['to', 'text'] },
  sends: { options: { command: 'text', lock: 'field' }, needs: ['command', 'lock'] },
  posts: 'text',
  setting: {
    options: {
      how: { oneOf: ['sets', 'adds', 'takes', 'clears', 'forgets'] },
      label: 'label',
      own: 'true',
      of: 'text',
    },
    needs: ['how'],
  },
  constants: { mapOf: 'scalar' },
  waves: { options: { first: 'number', failures: 'number' }, needs: ['first', 'failures'] },
  typed: { oneOf: ['always', 'many'] },
  danger: 'boolean',
  confirm: 'label',
  max: 'number',
  done: 'label',
  undo: 'action',
  participle: 'label',
  stateLabel: 'label',
  hiddenIfUnmet: 'true',
  grantedWith: 'action',
  selectsNext: 'true',
  answersFile: 'true',
  icon,
  shortcut: 'text',
  group: 'label',
};
