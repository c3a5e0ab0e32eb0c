import { rule } from '../../../fields';
import { type Caller, ruleLabel, text } from '../../calls';
import type { EntityRoom } from '../EntityRoom';
import { reachOf } from '../scopeOf';
import type { Understood } from '../understand';
import type { ImportColumn } from './importColumns';

const BATCH = 1_000;

/** The id of a record by its title, among those that the importer sees. */
export type TitleIndex = (title: unknown) => Understood;

const indexOf = async (
  room: EntityRoom,
  caller: Caller,
  { field: { of } }: ImportColumn,
  wanted: ReadonlySet<unknown>,
): Promise<TitleIndex> => {
  const { config, tables } = room;
  const target = config.entities.find(({ name }) => name === of);
  const table = tables.get(String(of));
  if (!target || !table) throw new Error(`There is no entity ${String(of)}`);
  const ids = new Map<unknown, unknown[]>();
  const filters = { [target.title]: [...wanted].filter((title) => title !== null) };
  await table.each({ filters }, reachOf(target, room, caller), BATCH, (rows) => {
    for (const { id, [target.title]: title } of rows)
      ids.set(title, [...(ids.get(title) ?? []), id]);
  });
  return (title) => {
    if (title === null) return { value: null };
    const found = ids.get(title) ?? [];
    if (found.length > 1) return { wrong: text('ambiguous') };
    return found.length === 1 ? { value: found[0] } : { wrong: ruleLabel(rule('reference')) };
  };
};

/** Indexes of the records that the columns refer to, by the column's name. */
export const titleIndexes = async (
  room: EntityRoom,
  caller: Caller,
  columns: readonly ImportColumn[],
  titlesOf: (column: ImportColumn) => ReadonlySet<unknown>,
): Promise<ReadonlyMap<string, TitleIndex>> => {
  const indexes = new Map<string, TitleIndex>();
  for (const column of columns) {
    indexes.set(column.name, await indexOf(room, caller, column, titlesOf(column)));
  }
  return indexes;
};
