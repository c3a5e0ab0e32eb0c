import { isDeepStrictEqual } from 'node:util';
import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Console,
  type Fields,
  type FieldUse,
  wireDefaults,
} from '../../config';
import { ownValue } from '../../domain/ownValue';
import { isReference, schemaOf } from '../../fields';
import {
  BASE_TABLES,
  COPIED_COLUMNS,
  hasState,
  LOCK_TABLE,
  OWN_TABLES,
  organisation,
  STATE_COLUMNS,
  scopeColumn,
  viewNames,
} from '../db';
import { checkColumns, SYSTEM_COLUMN, SYSTEM_COLUMNS } from './columns';
import {
  type Finding,
  findCircles,
  findingsIf,
  findTwice,
  identifierFaults,
  ofOwnServer,
  PLAIN_NAME,
  perField,
} from './finding';

/** Path prefixes of the server's own calls, which an entity must not have as its name. */
const RESERVED_NAMES = ['auth', 'command', 'file', 'live', 'login', 'place', 'report', 'track'];

/** Checks names and tables of all entities. @param stores true if our own server stores the records */
export const checkTables = ({ entities }: Console, stores: boolean): Finding[] => [
  ...entities.flatMap((entity) => [...checkName(entity), ...checkScope(entity, entities)]),
  ...checkOwnTables(entities, stores),
  ...findTwice(
    '',
    entities.map(({ name }) => name),
    'two entities have this name',
  ),
  ...checkRequiredCircles(entities),
];

/**
 * True if the configuration is for our own server. The configuration for a server of the customer's has other names in
 * `wire`, or locks of its own, without a reported value.
 */
export const isForOurServer = ({ entities, wire }: Console): boolean => {
  const { padding, filters } = wireDefaults;
  const reports = entities.some(
    (entity) =>
      hasState(entity) && Object.values(entity.fields as Fields).some(({ reported }) => reported),
  );
  return reports && isDeepStrictEqual({ ...wire, padding, filters }, wireDefaults);
};

/**
 * Checks that our own server can store the records. Without a base table it does not start, so the configuration is for
 * a server of the customer's, which stores them as it likes.
 */
const checkOwnTables = (entities: readonly AnyEntity[], stores: boolean): readonly Finding[] => {
  const missing = checkBaseTables(entities);
  if (missing.length > 0) return missing;
  const perEntity = [checkTableName, checkColumns, checkReported];
  return ofOwnServer(stores, [
    ...entities.flatMap((entity) => perEntity.flatMap((check) => check(entity))),
    ...checkSharedTables(entities),
  ]);
};

const checkName = ({ name }: AnyEntity): Finding[] =>
  findingsIf(name, {
    ...identifierFaults(name),
    'the server has calls of its own under this name': RESERVED_NAMES.includes(name),
    [SYSTEM_COLUMN]: SYSTEM_COLUMNS.includes(name),
  });

/** Prefix of PostgreSQL's system tables, which hide tables of the same name. */
const SYSTEM_PREFIX = /^pg_/;

const checkTableName = ({ name, table, derived }: AnyEntity): Finding[] =>
  findingsIf(name, {
    [`its table ${table}: a name has up to 63 letters, digits and underscores`]:
      table !== name && !PLAIN_NAME.test(table),
    [`the server keeps a table of its own under the name ${table}: set another table`]:
      !derived && (OWN_TABLES.includes(table) || SYSTEM_PREFIX.test(table)),
    [`the server has a view under the name ${table}: set another table`]:
      !derived && viewNames.includes(table),
    [`is derived, and the server has no view ${table}: src/server/db/schema/views.ts has them`]:
      derived && !viewNames.includes(table),
  });

/** Checks that the field by which rows belong to an organisation refers to one. A hidden column always does. */
const checkScope = (entity: AnyEntity, entities: readonly AnyEntity[]): Finding[] => {
  const column = scopeColumn(entity);
  const fields: Fields = entity.fields;
  const field = ownValue(fields, column ?? '');
  const root = organisation(entities);
  return findingsIf(`${entity.name}.${column}`, {
    [`cannot be scope: it is no reference to ${root?.name ?? 'an organisation'}`]:
      field && !(isReference(field) && (!root || field.of === root.name)),
  });
};

const checkSharedTables = (entities: readonly AnyEntity[]): Finding[] => {
  const ownTables = entities.filter(({ derived }) => !derived);
  return ownTables.flatMap(({ name, table }) => {
    const first = ownTables.find((each) => each.table === table)?.name;
    return findingsIf(name, { [`its table ${table} is that of ${first} too`]: first !== name });
  });
};

/** Missing tables are no errors, because the server of a customer may have others. */
const checkBaseTables = (entities: readonly AnyEntity[]): Finding[] =>
  BASE_TABLES.filter(
    (base) => !entities.some(({ table, derived }) => table === base && !derived),
  ).map((base) => ({
    place: base,
    text: 'no entity has this table: only a server of your own can do without',
    notice: true,
  }));

/** Views in which a value is entered. */
const INPUTS: readonly FieldUse[] = ['create', 'edit', 'import'];

/** Checks which fields of the locks are reported. The server writes some of them itself. */
const checkReported = (entity: AnyEntity): Finding[] =>
  perField(entity.name, entity.fields, (field, name) => {
    const isLock = hasState(entity);
    if (!field.reported)
      return { 'locks report this value: it needs reported': isLock && name in STATE_COLUMNS };
    return {
      [`only a field of ${LOCK_TABLE} can be reported`]: !isLock,
      'cannot be reported: operators decide it': COPIED_COLUMNS.includes(name),
      'is reported, so no form and no import can have it':
        INPUTS.some((view) => appearsIn(field, view)) || field.required,
      'is reported, so it is neither unique, virtual nor a reference':
        field.unique || schemaOf(field).references || field.virtual,
    };
  });

/** Fields that must refer to a record, unconditionally. */
const requiredReferences = ({ fields }: AnyEntity): [string, AnyField][] =>
  Object.entries(fields as Fields).filter(
    ([, field]) => field.required && !field.when && schemaOf(field).references,
  );

/** Other entities to which a record must refer. */
const requiredEntities = (entity: AnyEntity): string[] =>
  requiredReferences(entity).flatMap(([, { of }]) => (of === entity.name ? [] : String(of)));

/** Entities whose first records the server adds itself. */
const SEEDED = ['org', 'role', 'menu'];

/** Finds entities that require themselves or each other, so that no record of them could ever be added. */
const checkRequiredCircles = (entities: readonly AnyEntity[]): Finding[] => {
  const added = entities.filter(({ verbs, derived }) => verbs.includes('add') && !derived);
  const next = new Map(added.map((entity) => [String(entity.name), requiredEntities(entity)]));
  return [
    ...added.flatMap((entity) =>
      requiredReferences(entity)
        .filter(([, { of }]) => of === entity.name && !SEEDED.includes(entity.name))
        .map(([name]) => ({
          place: `${entity.name}.${name}`,
          text: 'no record could ever be added: the first one has none to refer to',
        })),
    ),
    ...findCircles(next).map((circle) => ({
      place: String(circle[0]),
      text: `no record could ever be added: ${circle.join(' requires ')}`,
    })),
  ];
};
