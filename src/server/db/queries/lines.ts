import { sql } from 'kysely';
import type { AnyEntity, Console } from '../../../config';
import { exclusionsOf } from '../schema/exclusions';
import { quoteIdentifier } from '../schema/identifier';
import type { Database } from '../sql/database';
import { LINE_COLUMNS, parentOf, scopeColumn } from '../tables/columns';
import { sightOf } from './conditions';
import { describeEntity } from './describe';
import type { Row, Scope } from './query';
import { RowRefusal } from './refusals';
import { rowsById } from './rows';
import { addRows, recomputeRows } from './write';

const { parent: PARENT, place: PLACE } = LINE_COLUMNS;

const parentColumn = sql.ref(`t.${PARENT}`);

/** Line that breaks a rule over several of them. */
interface LineClash {
  /** Counted from 0. */
  readonly place: number;
  readonly rule: ReturnType<typeof exclusionsOf>[number]['rule'];
}

/** Queries on the lines of records that the caller sees. */
export interface LineTable {
  /** Returns the lines of each record in their order. */
  read(db: Database, ids: readonly number[], scope: Scope): Promise<Row[][]>;
  /**
   * Replaces the lines of a record, which is locked, and computes its values anew. A line keeps its id, and the values
   * that it does not name.
   * @throws RowRefusal with the place of the line, BadValue
   */
  replace(db: Database, id: number, lines: readonly Row[], scope: Scope): Promise<void>;
  /** Finds a line of the record that breaks a rule which the database enforces. */
  clash(db: Database, id: number): Promise<LineClash | undefined>;
}

export const lineTable = (part: AnyEntity, config: Console): LineTable => {
  const info = describeEntity(part, config);
  const parent = parentOf(part, config.entities) as AnyEntity;
  const parentInfo = describeEntity(parent, config);
  const table = sql.table(part.table);
  const owner = scopeColumn(part);
  const parentOwner = scopeColumn(parent);
  const writable = [...info.columns.keys()].filter((name) => !(name in part.computed));

  const read: LineTable['read'] = async (db, ids, scope) => {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: number; parent: number }>`
      select t.id, ${parentColumn} as parent from ${table} as t
      where ${parentColumn} = any(${ids}::bigint[])
      order by ${parentColumn}, ${sql.ref(`t.${PLACE}`)}, t.id`.execute(db);
    const keys = rows.map((row) => row.id);
    const lines = await rowsById(db, info, keys, await sightOf(db, scope));
    return ids.map((id) => lines.filter((line) => line[PARENT] === id));
  };

  /** Returns the organisation that lines get from their record. */
  const ownerOf = async (db: Database, id: number): Promise<Row> => {
    if (owner === undefined || parentOwner === undefined) return {};
    const { rows } = await sql<{ org: number | null }>`
      select ${sql.ref(parentOwner)} as org from ${sql.table(parent.table)} where id = ${id}`.execute(
      db,
    );
    return { [owner]: rows[0]?.org ?? null };
  };

  const replace: LineTable['replace'] = async (db, id, lines, scope) => {
    const [before = []] = await read(db, [id], scope);
    const beforeById = new Map(before.map((line) => [line.id, line]));
    const own = await ownerOf(db, id);
    const all = lines.map((line, place) => {
      const stored = beforeById.get(line.id);
      const cells = writable.map((name) => [name, stored?.[name]]);
      const row: Row = { ...(stored && Object.fromEntries(cells)), ...line, ...own };
      return { stored, row: { ...row, [PARENT]: id, [PLACE]: place } as Row };
    });
    const isChanged = ({ stored, row }: (typeof all)[number]) =>
      !stored || writable.some((name) => !isEqual(stored[name], row[name]));
    const changed = all.filter(isChanged);
    const unchanged = all.flatMap((each) => (isChanged(each) ? [] : [Number(each.row.id)]));
    // Rows are written again instead of updated, so that two may exchange unique values.
    await sql`delete from ${table} as t where ${parentColumn} = ${id}
      and t.id <> all(${unchanged}::bigint[])`.execute(db);
    const write = async (rows: readonly Row[]) => {
      try {
        await addRows(db, info, rows, scope);
      } catch (error) {
        if (!(error instanceof RowRefusal)) throw error;
        const { problem } = error;
        throw new RowRefusal({ ...problem, row: Number(rows[problem.row]?.[PLACE] ?? 0) });
      }
    };
    const rows = changed.map(({ row }) => row);
    // A statement gives ids to all of its rows or to none.
    await write(rows.filter((row) => row.id !== undefined));
    await write(rows.filter((row) => row.id === undefined));
    await recomputeRows(db, parentInfo, [id]);
  };

  const clash: LineTable['clash'] = async (db, id) => {
    for (const { rule, sql: sqlOf } of exclusionsOf(part)) {
      const [one, other] = ['one', 'other'].map((alias) =>
        sqlOf((column) => `${alias}.${quoteIdentifier(column)}`),
      );
      if (!one || !other) continue;
      const conditions = [
        ...one.where,
        ...other.where,
        ...one.equal.map((value, i) => `${value} = ${other.equal[i]}`),
        ...(one.range ? [`${one.range} && ${other.range}`] : []),
      ];
      const [parentOne, parentOther] = ['one', 'other'].map((alias) =>
        sql.ref(`${alias}.${PARENT}`),
      );
      const [placeOne, placeOther] = ['one', 'other'].map((alias) => sql.ref(`${alias}.${PLACE}`));
      const { rows } = await sql<{ place: number }>`
        select ${placeOne} as place from ${table} as one join ${table} as other
        on other.id <> one.id and (${parentOther} <> ${parentOne} or ${placeOther} < ${placeOne})
        where ${parentOne} = ${id} and ${sql.raw(conditions.join(' and '))}
        order by 1 limit 1`.execute(db);
      const [first] = rows;
      if (first) return { place: Number(first.place), rule };
    }
    return undefined;
  };

  return { read, replace, clash };
};

/** Compares stored values; undefined equals null. */
const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
