import {
  type AnyEntity,
  type Console,
  CURRENT_OPERATOR,
  entriesWithoutOrganisation,
  type Fields,
  type Operation,
  type PresetView,
  statesAllowed,
  wireDefaults,
} from '../../config';
import { momentFromNow } from '../../domain/figures';
import { isPeriod } from '../../domain/period';
import { parentField, periodName, schemaOf } from '../../fields';
import { filterNamed, parseFilterValue } from '../../fields/filterValue';
import { buttonCode } from '../../protocol';
import { OWN_TABLES, storedFields, viewNames } from '../db';
import type { Implemented } from '../rules';
import { isFilter, tabCodes } from './columns';
import { effectProblems, equalLabels, setProblems, unusedArguments } from './effects';
import { conditionProblems, SYSTEM_COLUMN } from './fields';
import {
  duplicates,
  duplicateTexts,
  findCircles,
  nameProblems,
  PLAIN_NAME,
  type Problems,
} from './finding';
import { partProblems } from './lines';
import { constraintProblems, formulaProblems } from './rules';

/** Path prefixes of the server's own calls, which an entity must not have as its name. */
const RESERVED_NAMES = [
  'auth',
  'bell',
  'command',
  'file',
  'live',
  'login',
  'place',
  'report',
  'track',
];

/** Maximum number of fields. PostgreSQL has up to 1600 columns in a table, and the server adds some. */
const MAX_FIELDS = 1500;

export const entityProblems = (entity: AnyEntity, config: Console): Problems => {
  const { entities } = config;
  const { name, table, derived, was = name } = entity;
  const otherEntities = entities.filter((each) => each.name !== name);
  const isServers = (each: string) =>
    OWN_TABLES.includes(each) || viewNames.includes(each) || each.startsWith('pg_');
  const tabs = duplicates(tabCodes(entity, config));
  const grouped = duplicates(
    (entity.sections as AnyEntity['sections']).flatMap((group) => group.tabs),
  );
  const fields = storedFields(entity);
  const sameTable = entities.find((each) => !each.derived && each.table === table)?.name;
  const before = entities.slice(0, entities.indexOf(entity));
  const [alike, equalText] =
    before
      .map((each) => [each.name, duplicateTexts([each.label, entity.label])[0]] as const)
      .find(([, text]) => text !== undefined) ?? [];
  const circle = requiredCircles(entities).find(([first]) => first === name);
  return {
    ...nameProblems(name),
    ...setProblems(entity.stamps ?? {}, entity),
    ...equalLabels(entity),
    entityLabel: alike !== undefined && [equalText, alike],
    ...constraintProblems(entity),
    ...formulaProblems(entity, entities),
    ...partProblems(entity, config),
    reserved: RESERVED_NAMES.includes(name),
    systemColumn: SYSTEM_COLUMN.test(name),
    tree: entity.tree && !parentField(entity),
    tabKey: tabs.length > 0 && [tabs.join(', ')],
    tabTwice: grouped.length > 0 && [grouped.join(', ')],
    key: entity.key !== 'id',
    lock: Object.keys(entity.commands).length > 0 && !fields.some(([field]) => field === 'sn'),
    requires: circle && [circle.join(' requires ')],
    columns: !derived && fields.length > MAX_FIELDS && [fields.length, MAX_FIELDS],
    table: [table, was].some((each) => each !== name && !PLAIN_NAME.test(each)) && [
      PLAIN_NAME.test(table) ? was : table,
    ],
    formerName: otherEntities.some((each) => [each.name, each.table].includes(was)) && [was],
    formerTwice: was !== name && otherEntities.some((each) => each.was === was) && [was],
    // PostgreSQL's system tables hide tables of the same name.
    ownTable: !derived &&
      [table, was === name ? table : was].some(isServers) && [isServers(table) ? table : was],
    view: derived && !viewNames.includes(table) && [table],
    tableTwice: !derived && sameTable !== name && [table, sameTable],
  };
};

/** Entities whose first records the server adds itself. */
const SEEDED = ['org', 'role', 'menu'];

/** Finds entities that require themselves or each other, so that no record of them could ever be added. */
const requiredCircles = (entities: readonly AnyEntity[]): string[][] => {
  const added = entities.filter(({ verbs, derived }) => verbs.includes('add') && !derived);
  const requiredBy = ({ name, fields }: AnyEntity): string[] =>
    Object.values(fields as Fields)
      .filter((field) => field.required && !field.when && schemaOf(field).references)
      .map(({ of }) => String(of))
      .filter((of) => of !== name || !SEEDED.includes(of));
  return findCircles(new Map(added.map((entity) => [String(entity.name), requiredBy(entity)])));
};

export const operationProblems = (
  operation: Operation,
  code: string,
  { entity, config }: { readonly entity: AnyEntity; readonly config: Console },
  { actions, coded }: Implemented,
): Problems => ({
  ...(code in entity.actions &&
    !coded.has(buttonCode(entity.name, code)) &&
    unusedArguments(operation)),
  ...conditionProblems('when', entity.fields, [
    operation.when,
    ...Object.values(operation.requiredArgs ?? {}).map((required) => required.when),
  ]),
  ...effectProblems(operation, entity, config),
  moveNever: neverMoves(entity, code) && [[entity.states?.moves[code]?.[0]].flat().join(', ')],
  setsFrozen: frozenSet(entity, code),
  superior: entriesWithoutOrganisation(entity).includes(code),
  actionMissing: !(code in entity.commands) && !actions.has(buttonCode(entity.name, code)),
});

/** True if the `when` of an action excludes each state that its move leaves. */
const neverMoves = ({ states, actions }: AnyEntity, code: string): boolean => {
  const when: Operation['when'] = actions[code]?.when;
  return states?.moves[code] !== undefined && [when?.[states.field]].flat().length === 0;
};

/** Finds a field that an action without a move sets, and that is frozen in each state in which it is possible. */
const frozenSet = ({ fields, states, actions }: AnyEntity, code: string) => {
  const action: Partial<Operation> = actions[code] ?? {};
  if (!states || states.moves[code] !== undefined) return false;
  const { field, frozen = {} } = states;
  const all: unknown = fields[field]?.of;
  if (!Array.isArray(all)) return false;
  const possible = statesAllowed(
    action,
    field,
    all.map(([state]) => state),
  );
  const isFrozen = (name: string) =>
    possible.every((state) => frozen[state] === 'all' || [frozen[state]].flat().includes(name));
  const name = Object.keys(action.sets ?? {}).find(isFrozen);
  return name !== undefined && [name];
};

/** True if the list call rejects the value of a filter. The console replaces times relative to now before it sends them. */
const isRefused = ({ fields }: AnyEntity, name: string, value: unknown): boolean => {
  if (value === CURRENT_OPERATOR) return false;
  if (/_(from|to)$/.test(name) && /^now/.test(String(value))) {
    return momentFromNow(value, 0) === undefined;
  }
  if (!(name in fields) && name.endsWith(periodName(''))) return !isPeriod(value);
  const filterOf = (own: string) =>
    Object.hasOwn(fields, own) && isFilter(fields[own]) ? fields[own] : undefined;
  const filter = filterNamed(filterOf, wireDefaults, name);
  return filter !== undefined && 'broken' in parseFilterValue(filter, value);
};

export const viewProblems = ({ filter }: PresetView, code: string, entity: AnyEntity): Problems => {
  const refused = Object.entries(filter).find(([name, value]) => isRefused(entity, name, value));
  return {
    // A number in the address denotes a view saved by an operator.
    viewCode: !/^[A-Za-z]\w*$/.test(code),
    refused: refused && [JSON.stringify(refused[1]), refused[0]],
  };
};
