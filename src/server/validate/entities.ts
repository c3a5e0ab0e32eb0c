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
import { asNotices, duplicates, type Finding, findingsIf, perField } from './finding';
import { checkViews } from './views';
import { ARGUMENTS, SIGNED } from './wire';

export const checkEntity = (
  entity: AnyEntity,
  config: Console,
  implemented: Implemented,
): Finding[] => [
  ...checkFields(entity.name, entity.fields, config.entities),
  ...checkNames(entity, config),
  ...checkViews(entity),
  ...findingsIf(entity.name, {
    'is no tree: no field refers to its own records': entity.tree && !parentField(entity),
  }),
  ...checkForm(entity, implemented),
  ...checkOperations(entity, config, implemented),
  ...checkTabs(entity, config),
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
  return perField(entity.name, fields, (field, name) => {
    const { from, to } = rangeNames(name);
    const exact = exactName(fields, name);
    const filters = [
      ...(schemaOf(field).filter === 'range' ? [from, to] : []),
      ...(exact.endsWith(EXACT) && exact !== name ? [exact] : []),
    ];
    const via = titleColumn(field, name);
    return {
      'the wire uses this name itself': used.has(name),
      ...Object.fromEntries(
        filters.map((other) => [`its filter ${other} is a field of its own`, other in fields]),
      ),
      [`its title comes as ${via}, which is a field of its own: name another via`]:
        via !== undefined && via in fields,
      'its title comes as id, the key: name another via': via === 'id',
      [`its title comes as ${via}, as that of another field: name another via`]:
        via !== undefined && viaTwice.includes(via) && !field.virtual,
      'cannot be unique: records are kept by month':
        field.unique === true && entity.record && !entity.record.updated,
      'cannot be unique in an organisation: the records belong to none':
        field.unique === 'org' && ownerColumn(entity, config.entities) === undefined,
    };
  });
};

/**
 * Finds required fields that are missing in the form, without which no record could be added, and those without a column
 * that no rule of the server stores: their values would be lost.
 */
const checkForm = (entity: AnyEntity, { additions }: Implemented): Finding[] => {
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
      'is required and virtual, and no rule of the server stores it: src/server/rules has them':
        field.required && field.virtual && !isInputOnly(field) && !additions.has(entity.name),
    };
  });
};

const NOT_CREATED = 'is required, and on leaves it out of create';

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
    ...actions.flatMap(([code]) =>
      findingsIf(`${entity.name}.${code}`, {
        'no rule of the server does this action: src/server/rules has them, by entity':
          !implemented.actions.has(buttonCode(entity.name, code)),
      }),
    ),
  ];
};
