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
import type { Implemented } from '../rules';
import { isStored } from './columns';
import { checkTabs } from './connections';
import { checkCondition, checkFields } from './fields';
import { duplicates, type Finding, findingIf, findingsIf } from './finding';
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
  ...findingIf(
    entity.tree === true && parentField(entity) === undefined,
    entity.name,
    'is no tree: no field refers to its own records',
  ),
  ...checkForm(entity),
  ...checkUnstored(entity, implemented),
  ...checkOperations(entity, config, implemented),
  ...checkTabs(entity, config),
  ...findingIf(
    entity.key !== 'id',
    entity.name,
    'its key is not id, which our own server does not serve',
  ).map((finding): Finding => ({ ...finding, notice: true })),
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
      ...findingsIf(place, {
        [`its title comes as ${via}, which is a field of its own: name another via`]:
          via !== undefined && via in fields,
        'its title comes as id, the key: name another via': via === 'id',
        [`its title comes as ${via}, as that of another field: name another via`]:
          via !== undefined && viaTwice.includes(via) && field.virtual !== true,
        'cannot be unique: records are kept by month':
          field.unique === true && entity.record !== undefined && !entity.record.updated,
      }),
    ];
  });
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
      ...checkFields(place, operation.args, entities),
      ...checkArgs(place, operation),
      ...Object.keys(operation.args).flatMap((name) =>
        findingIf(reserved.includes(name), `${place}.${name}`, 'the wire uses this name itself'),
      ),
      ...checkCondition(place, operation.when, fields),
      ...[operation.anotherThan, operation.onlyBy].flatMap((name) =>
        findingIf(
          name !== undefined && !operation.deniedMessage?.[name],
          place,
          `deniedMessage lacks ${name}`,
        ),
      ),
      ...Object.values(operation.requiredArgs ?? {}).flatMap(({ when }) =>
        checkCondition(place, when, fields),
      ),
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

/** Checks that the dialog of an operation asks for what it requires. */
const checkArgs = (place: string, { args }: Operation): Finding[] =>
  Object.entries(args).flatMap(([name, field]) =>
    findingIf(
      field.required === true && !appearsIn(field, 'create'),
      `${place}.${name}`,
      'is required, and on leaves it out of create',
    ),
  );
