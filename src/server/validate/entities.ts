import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Console,
  defaultFilterOf,
  type Fields,
  type Operation,
} from '../../config';
import {
  coordinateColumns,
  EXACT,
  exactName,
  isInputOnly,
  parentField,
  rangeNames,
  schemaOf,
  titleColumn,
} from '../../fields';
import { buttonCode } from '../../protocol';
import type { Implemented } from '../rules';
import { isStored } from './columns';
import { checkConnections, isFilter } from './connections';
import { checkCondition, checkFields } from './fields';
import { checkIcon, duplicates, type Finding, findingIf, isEmptyLabel } from './finding';
import { checkViews } from './views';
import { ARGUMENTS, SIGNED } from './wire';

export const checkEntity = (
  entity: AnyEntity,
  config: Console,
  implemented: Implemented,
): Finding[] => [
  ...isEmptyLabel(entity.name, 'the label', entity.label),
  ...isEmptyLabel(entity.name, 'the noun', entity.noun),
  ...isEmptyLabel(entity.name, 'what is said of none', entity.empty),
  ...isEmptyLabel(entity.name, 'the note', entity.note),
  ...checkFields(entity.name, entity.fields, config.entities),
  ...checkNames(entity, config),
  ...checkLists(entity),
  ...checkViews(entity),
  ...findingIf(
    entity.tree === true && parentField(entity) === undefined,
    entity.name,
    'is no tree: no field refers to its own records',
  ),
  ...checkForm(entity),
  ...checkUnstored(entity, implemented),
  ...checkRecord(entity),
  ...findingIf(
    entity.poll !== undefined && !(entity.poll >= MIN_POLL),
    entity.name,
    `poll is ${entity.poll} ms: a list is read again every ${MIN_POLL} ms at the most`,
  ),
  ...findingIf(
    (entity.poll ?? 0) > MAX_POLL,
    entity.name,
    `poll is ${entity.poll} ms: browsers wait ${MAX_POLL} ms at the most`,
  ),
  ...findingIf(
    entity.scope === 'id' && entity.name !== ORGANISATION,
    entity.name,
    `scope is id: only the keys of ${ORGANISATION} are organisations`,
  ),
  ...checkOperations(entity, config, implemented),
  ...checkConnections(entity, config),
  ...checkIcon(entity.name, entity.menu.icon),
  ...findingIf(
    entity.key !== 'id',
    entity.name,
    'its key is not id, which our own server does not serve',
  ).map((finding): Finding => ({ ...finding, notice: true })),
];

/** Shortest interval between two reloads of a list, ms. */
const MIN_POLL = 1000;

/** Longest timer of a browser, ms. A longer one fires at once. */
const MAX_POLL = 2 ** 31 - 1;

const ORGANISATION = 'org';

/** Checks that records are ordered by a datetime. */
const checkRecord = ({ name, fields, record }: AnyEntity): Finding[] => {
  const time: AnyField | undefined = record && fields[record.time];
  return findingIf(
    time !== undefined && time.kind !== 'datetime',
    `${name}.${record?.time}`,
    'cannot be the time of a record: it is no datetime',
  );
};

/** Names that the calls of an entity reserve for their own arguments. */
const wireNames = ({ verbs, counts }: AnyEntity, { wire }: Console): ReadonlySet<string> =>
  new Set([
    ...SIGNED,
    'id',
    wire.kept,
    ...ARGUMENTS.map((option) => wire[option]),
    ...(verbs.includes('export') ? ['columns', 'job'] : []),
    ...(verbs.includes('import') ? ['template', 'dryRun'] : []),
    ...(counts.length > 0 ? ['by', 'split', 'zone'] : []),
  ]);

const checkNames = (entity: AnyEntity, config: Console): Finding[] => {
  const fields: Fields = entity.fields;
  const used = wireNames(entity, config);
  const viaTwice = duplicates(
    Object.entries(fields).flatMap(([name, field]) =>
      field.virtual === true ? [] : (titleColumn(field, name) ?? []),
    ),
  );
  return Object.entries(fields).flatMap(([name, field]) => {
    const place = `${entity.name}.${name}`;
    const { from, to } = rangeNames(name);
    const more = schemaOf(field).filter === 'range' ? [from, to] : [];
    const exact = exactName(fields, name);
    const derivedFilters = [...more, ...(exact.endsWith(EXACT) && exact !== name ? [exact] : [])];
    const via = titleColumn(field, name);
    return [
      ...findingIf(used.has(name), place, 'the wire uses this name itself'),
      ...derivedFilters
        .filter((other) => other in fields)
        .map((other) => ({ place, text: `its filter ${other} is a field of its own` })),
      ...findingIf(
        via !== undefined && via in fields,
        place,
        `its title comes as ${via}, which is a field of its own: name another via`,
      ),
      ...findingIf(via === 'id', place, 'its title comes as id, the key: name another via'),
      ...findingIf(
        via !== undefined && viaTwice.includes(via) && field.virtual !== true,
        place,
        `its title comes as ${via}, as that of another field: name another via`,
      ),
      ...findingIf(
        field.unique === true && entity.record !== undefined && !entity.record.updated,
        place,
        'cannot be unique: records are kept by month',
      ),
    ];
  });
};

/** True if a declared field holds the organisation: `org_id` is a hidden column by default. */
const hasScopeField = ({ scope, fields }: AnyEntity): boolean =>
  scope === 'org_id' ? Object.hasOwn(fields, scope) : scope !== 'id' && scope !== 'shared';

/** Checks that the fields which an entity names exist, and are columns where they must be. */
const checkLists = (entity: AnyEntity): Finding[] => {
  const { name: place, fields, record } = entity;
  const references: readonly (readonly [string, readonly string[], 'stored' | 'any'])[] = [
    ['title', [entity.title], 'stored'],
    ['nameField', entity.nameField === undefined ? [] : [entity.nameField], 'any'],
    ['key', entity.key === 'id' ? [] : [entity.key], 'any'],
    ['list', entity.list, 'any'],
    ['columns', entity.columns, 'any'],
    ['card', entity.card ?? [], 'any'],
    ['filter', entity.filter, 'any'],
    ['form', entity.form.flat(), 'any'],
    ['sort', entity.sort && entity.sort[0] !== 'id' ? [entity.sort[0]] : [], 'stored'],
    ['live', entity.live === undefined ? [] : [entity.live], 'any'],
    ['counts', entity.counts, 'stored'],
    ['chart', entity.chart ?? [], 'any'],
    ['head', entity.head, 'any'],
    ['record', record ? [record.time] : [], 'stored'],
    ['scope', hasScopeField(entity) ? [entity.scope] : [], 'stored'],
  ];
  const isUsual = String(entity.filter) === String(defaultFilterOf(fields));
  return [
    ...references.flatMap(([option, names, demand]) =>
      names.flatMap((name) => {
        if (!Object.hasOwn(fields, name)) {
          return [{ place, text: `${option} names ${name}, which is no field` }];
        }
        const isWrong = demand === 'stored' && !isStored(fields, name);
        return findingIf(isWrong, `${place}.${name}`, `cannot be ${option}: it is no column`);
      }),
    ),
    ...entity.filter.flatMap((name: string) =>
      findingIf(
        !isUsual && name in fields && !isFilter(fields[name]),
        `${place}.${name}`,
        'cannot be a filter: a list is not narrowed by such a field',
      ),
    ),
  ];
};

/** Finds required fields that are missing in the form: without them no record could be added. */
const checkForm = (entity: AnyEntity): Finding[] => {
  if (!entity.verbs.includes('add') || entity.derived) return [];
  const fields: Fields = entity.fields;
  const formNames = new Set<string>(entity.form.flat());
  const places = coordinateColumns(fields).filter(({ name }) => formNames.has(name));
  for (const { lat, lon } of places) formNames.add(lat).add(lon);
  return Object.entries(fields).flatMap(([name, field]) => {
    const isUnset = field.required === true && field.initial === undefined;
    const place = `${entity.name}.${name}`;
    if (isUnset && !appearsIn(field, 'create')) {
      return [{ place, text: 'is required, and on leaves it out of create' }];
    }
    return findingIf(
      isUnset && !formNames.has(name),
      place,
      'is required, and no form asks for it',
    );
  });
};

/** Finds required fields without a column that no rule of the server stores: the value would be lost. */
const checkUnstored = (entity: AnyEntity, { additions }: Implemented): Finding[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, field]) =>
    findingIf(
      field.required === true &&
        field.virtual === true &&
        !isInputOnly(field) &&
        !entity.derived &&
        entity.verbs.includes('add') &&
        !additions.has(entity.name),
      `${entity.name}.${name}`,
      'is required and virtual, and no rule of the server stores it: src/server/rules has them',
    ),
  );

/** Field by which a record names its lock. */
const SN = 'sn';

const checkOperations = (
  entity: AnyEntity,
  { entities, wire }: Console,
  implemented: Implemented,
): Finding[] => {
  const fields: Fields = entity.fields;
  const commands = Object.entries<Operation>(entity.commands);
  const actions = Object.entries<Operation>(entity.actions);
  const check = ([code, operation]: readonly [string, Operation], reserved: readonly string[]) => {
    const place = `${entity.name}.${code}`;
    return [
      ...isEmptyLabel(place, 'the label', operation.label),
      ...isEmptyLabel(place, 'the question', operation.confirm),
      ...isEmptyLabel(place, 'the heading', operation.group),
      ...checkSetting(place, operation, entity.commands),
      ...checkIcon(place, operation.icon),
      ...checkFields(place, operation.args, entities),
      ...checkArgs(place, operation),
      ...Object.keys(operation.args).flatMap((name) =>
        findingIf(reserved.includes(name), `${place}.${name}`, 'the wire uses this name itself'),
      ),
      ...checkCondition(place, operation.when, fields),
      ...Object.keys(operation.when ?? {}).flatMap((name) =>
        findingIf(
          name in fields && !isStored(fields, name),
          place,
          `when names ${name}, which is no column`,
        ),
      ),
      ...(['anotherThan', 'onlyBy'] as const).flatMap((option) => {
        const name = operation[option];
        if (name === undefined) return [];
        return [
          ...findingIf(
            !(name in fields && isStored(fields, name)),
            place,
            `${option} names ${name}, which is no column`,
          ),
          ...findingIf(!operation.deniedMessage?.[name], place, `deniedMessage lacks ${name}`),
        ];
      }),
      ...findingIf(
        operation.undo !== undefined && !(operation.undo in entity.actions),
        place,
        `undo names ${operation.undo}, which is no action`,
      ),
      ...findingIf(
        operation.grantedWith !== undefined && !(operation.grantedWith in entity.actions),
        place,
        `grantedWith names ${operation.grantedWith}, which is no action`,
      ),
      ...Object.entries(operation.requiredArgs ?? {}).flatMap(([name, { when }]) => [
        ...findingIf(!(name in operation.args), place, `requiredArgs names ${name}, no argument`),
        ...checkCondition(place, when, fields),
      ]),
    ];
  };
  return [
    ...findingIf(
      commands.length > 0 && !(SN in fields && isStored(fields, SN)),
      entity.name,
      `commands need a field ${SN} that names the lock`,
    ),
    ...commands.flatMap((command) => check(command, [...SIGNED, 'sns'])),
    ...actions.flatMap((action) => check(action, [...SIGNED, wire.ids])),
    ...actions.flatMap(([code]) =>
      findingIf(
        !implemented.actions.has(buttonCode(entity.name, code)),
        `${entity.name}.${code}`,
        'no rule of the server does this action: src/server/rules has them, by entity',
      ),
    ),
  ];
};

/** Checks the number of records of an operation, and that its dialog asks for what it requires. */
const checkArgs = (place: string, { args, max }: Operation): Finding[] => [
  ...findingIf(
    !(Number.isInteger(max) && max >= 1),
    place,
    `max must be a whole number from 1, not ${max}`,
  ),
  ...Object.entries(args).flatMap(([name, field]) =>
    findingIf(
      field.required === true && !appearsIn(field, 'create'),
      `${place}.${name}`,
      'is required, and on leaves it out of create',
    ),
  ),
];

/** Checks that a command which removes from a list in the lock, or clears it, names the command that adds to it. */
const checkSetting = (place: string, { setting }: Operation, commands: object): Finding[] => {
  if (!setting || !('of' in setting)) return [];
  const other = (commands as Readonly<Record<string, Operation>>)[setting.of];
  return findingIf(
    other?.setting?.how !== 'adds',
    place,
    `its setting names ${setting.of}, which is no command that adds to a list`,
  );
};
