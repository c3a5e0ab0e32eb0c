import { sql } from 'kysely';
import type { Console } from '../../config';
import type { Database } from '../store';

/** Finds the ids of an entity's records by their serial numbers, in the order of these. */
export type FindBySn = (entity: unknown, sns: readonly string[]) => Promise<number[]>;

/** Looks into the entity's table; what is not there is left out. */
export const findBySn =
  (db: Database, { entities }: Console): FindBySn =>
  async (entity, sns) => {
    const table = entities.find(({ name }) => name === entity)?.table;
    if (table === undefined || sns.length === 0) return [];
    const { rows } = await sql<{ id: number; sn: string }>`
      select id, sn from ${sql.table(table)} where sn = any(${sns}::text[])`.execute(db);
    const ids = new Map(rows.map(({ id, sn }) => [sn, id]));
    return sns.flatMap((sn) => ids.get(sn) ?? []);
  };
