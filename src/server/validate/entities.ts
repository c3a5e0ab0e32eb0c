import { type AnyEntity, appearsIn, type Console, type Fields, type Operation } from '../../config';
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
import { ownerColumn } from '../db';
import type { Implemented } from '../rules';
import { isStored } from './columns';
import { checkTabs } from './connections';
import { checkFields, conditionFaults } from './fields';
import { asNotices, duplicates, type Finding, findingsIf, ofOwnServer, perField } from './finding';
import { checkViews } from './views';
import { LIST_ARGUMENTS, SIGNED } from './wire';

/** @param stores true if our own server stores the records */
export const checkEntity = (
  entity: AnyEntity,
  config: Console,
  implemented: Implemented,
  stores: boolean,
): Finding[] => [
  ...checkFields(entity.name, entity.fields, config.entities),
  ...checkNames(entity, config),
  ...checkViews(entity),
  ...findingsIf(entity.name, {
    'is no tree: no field refers to its own records': entity.tree && !parentField(entity),
  }),
  ...checkForm(entity),
  ...checkOperations(entity, config),
  ...checkTabs(entity, config),
  ...ofOwnServer(stores, checkStored(entity, config, implemented)),
  ...asNotices(
    findingsIf(entity.name, {
      'its key is not id, which our own server does not serve': entity.key !== 'id',
    }),
  ),
];

/** Names that the calls of an entity reserve for their own arguments. */
const wireNames = ({ verbs, counts }: AnyEntity, { wire }: Console): ReadonlySet<string> =>
  new Set([
    ...SIGNED,
    'id',
    wire.kept,
    ...[wire.id, wire.ids, wire.before],
    ...(verbs.includes('export') ? ['columns', 'job'] : []),
    ...(verbs.includes('import') ? ['template', 'dryRun'] : []),
    ...(counts.length > 0 ? ['by', 'split', 'zone'] : []),
  ]);

const checkNames = (entity: AnyEntity, config: Console): Finding[] => {
  const fields: Fields = entity.fields;
  const used = wireNames(entity, config);
  const listNames = LIST_ARGUMENTS.map((option) => config.wire[option]);
  const viaTwice = duplicates(
    Object.entries(fields).flatMap(([name, field]) =>
      field.virtual === true ? [] : (titleColumn(field, name) ?? []),
    ),
  );
  return perField(entity.name, fields, (field, name) => {
    const { from, to } = rangeNames(name);
    const exact = exactName(fields, name);
    const isRange = schemaOf(field).filter === 'range';
    const filters = [
      ...(isRange ? [from, to] : []),
      ...(exact.endsWith(EXACT) && exact !== name ? [exact] : []),
    ];
    const via = titleColumn(field, name);
    return {
      'the wire uses this name itself': used.has(name) || (!isRange && listNames.includes(name)),
      ...Object.fromEntries(
        filters.map((other) => [`its filter ${other} is a field of its own`, other in fields]),
      ),
      [`its title comes as ${via}, which is a field of its own: name another via`]:
        via !== undefined && via in fields,
      'its title comes as id, the key: name another via': via === 'id',
      [`its title comes as ${via}, as that of another field: name another via`]:
        via !== undefined && viaTwice.includes(via) && !field.virtual,
    };
  });
};

/** Finds required fields that are missing in the form, without which no record could be added. */
const checkForm = (entity: AnyEntity): Finding[] => {
  if (!entity.verbs.includes('add') || entity.derived) return [];
  const fields: Fields = entity.fields;
  const formNames = new Set<string>(entity.form.flat());
  const places = coordinateColumns(fields).filter(({ name }) => formNames.has(name));
  for (const { lat, lon } of places) formNames.add(lat).add(lon);
  return perField(entity.name, fields, (field, name) => {
    const isUnset = field.required && field.initial === undefined;
    return {
      [NOT_CREATED]: isUnset && !appearsIn(field, 'create'),
      'is required, and no form asks for it':
        isUnset && appearsIn(field, 'create') && !formNames.has(name),
    };
  });
};

const NOT_CREATED = 'is required, and on leaves it out of create';

/** Field by which a record names its lock. */
const SN = 'sn';

const checkOperations = (entity: AnyEntity, { entities, wire }: Console): Finding[] => {
  const fields: Fields = entity.fields;
  const commands = Object.entries<Operation>(entity.commands);
  const actions = Object.entries<Operation>(entity.actions);
  const check = ([code, operation]: readonly [string, Operation], reserved: readonly string[]) => {
    const { args, when, requiredArgs = {} } = operation;
    const place = `${entity.name}.${code}`;
    const conditions = [when, ...Object.values(requiredArgs).map((required) => required.when)];
    return [
      ...checkFields(place, args, entities),
      ...perField(place, args, (field, name) => ({
        [NOT_CREATED]: field.required && !appearsIn(field, 'create'),
        'the wire uses this name itself': reserved.includes(name),
      })),
      ...conditions.flatMap((each) => findingsIf(place, conditionFaults(each, fields))),
    ];
  };
  return [
    ...findingsIf(entity.name, {
      [`commands need a field ${SN} that names the lock`]:
        commands.length > 0 && !(SN in fields && isStored(fields, SN)),
    }),
    ...commands.flatMap((command) => check(command, [...SIGNED, 'sns'])),
    ...actions.flatMap((action) => check(action, [...SIGNED, wire.ids])),
  ];
};

/** Finds what our own server cannot store or do: values that no column or rule of it takes, actions without a rule. */
const checkStored = (
  entity: AnyEntity,
  { entities }: Console,
  { actions, additions }: Implemented,
): Finding[] => {
  const isAdded = entity.verbs.includes('add') && !entity.derived && !additions.has(entity.name);
  return [
    ...perField(entity.name, entity.fields, (field) => ({
      'cannot be unique: records are kept by month':
        field.unique === true && entity.record && !entity.record.updated,
      'cannot be unique in an organisation: the records belong to none':
        field.unique === 'org' && ownerColumn(entity, entities) === undefined,
      'is required and virtual, and no rule of the server stores it: src/server/rules has them':
        isAdded && field.required && field.virtual && !isInputOnly(field),
    })),
    ...Object.keys(entity.actions).flatMap((code) =>
      findingsIf(`${entity.name}.${code}`, {
        'no rule of the server does this action: src/server/rules has them, by entity':
          !actions.has(buttonCode(entity.name, code)),
      }),
    ),
  ];
};
