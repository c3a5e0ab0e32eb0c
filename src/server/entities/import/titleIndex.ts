import { rule } from '../../../fields';
import { ruleLabel, text } from '../../calls';
import type { Scope } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import type { Understood } from '../understand';
import type { ImportColumn } from './importColumns';

const BATCH = 1_000;

/** The id of a record by its title, among those that the importer sees. */
export type TitleIndex = (title: unknown) => Understood;

const indexOf = async (
  { config, tables }: EntityRoom,
  scope: Scope,
  { field: { of } }: ImportColumn,
  wanted: ReadonlySet<unknown>,
): Promise<TitleIndex> => {
  const target = config.entities.find(({ name }) => name === of);
  const table = tables.get(String(of));
  if (!target || !table) throw new Error(`There is no entity ${String(of)}`);
  const ids = new Map<unknown, unknown[]>();
  const filters = { [target.title]: [...wanted].filter((title) => title !== null) };
  await table.each({ filters }, scope, BATCH, (rows) => {
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
  scope: Scope,
  columns: readonly ImportColumn[],
  titlesOf: (column: ImportColumn) => ReadonlySet<unknown>,
): Promise<ReadonlyMap<string, TitleIndex>> => {
  const indexes = new Map<string, TitleIndex>();
  for (const column of columns) {
    indexes.set(column.name, await indexOf(room, scope, column, titlesOf(column)));
  }
  return indexes;
};
