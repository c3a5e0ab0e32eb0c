import { sql } from 'kysely';
import type { Locale } from '../../domain/label';
import { type Database, type NewRow, type RowOf, rowsAs, type TableName } from '../../server/db';
import type { Files } from '../../server/files/files';
import type { DemoLock } from '../locks/locks';
import type { Translate } from '../world/texts';

/** Operator as author of records. */
export interface Author {
  readonly id: number;
  readonly operName: string;
  readonly org_id: number;
}

/** Demo that is being seeded. Its organisations, operators and locks are stored. */
export interface NewDemo {
  /** Returns the id of an organisation. @param index index of demoOrganisations */
  readonly org: (index: number) => number;
  /** Returns an operator by login name. */
  readonly by: (login: string) => Author;
  readonly shiftRole: number;
  readonly locks: readonly DemoLock[];
  /** Stored locks, ordered by serial number. */
  readonly devices: readonly Pick<RowOf<'device'>, 'id' | 'sn' | 'org_id'>[];
  /** Ids of device types and manufacturers by code. */
  readonly types: ReadonlyMap<string, number>;
  readonly factories: ReadonlyMap<string, number>;
  readonly files: Files;
  /** Length of the history that its locks will get, ms. */
  readonly pastMs: number;
  /** Epoch ms. */
  readonly now: number;
  readonly locale: Locale;
  readonly translate: Translate;
}

/** Inserts rows and returns their ids, in the order of the rows. JSON columns take plain values. */
export const plant = async <T extends TableName>(
  db: Database,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<number[]> => {
  if (rows.length === 0) return [];
  const names = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.id(name)));
  const values = rowsAs(table, rows as readonly Partial<RowOf<T>>[]);
  const planted = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${names}) select ${names} from ${values} returning id`.execute(
    db,
  );
  return planted.rows.map(({ id }) => id);
};

/** Returns a value that the demo must have. @throws Error naming what is missing */
export const required = <V>(value: V | undefined, name: string): V => {
  if (value === undefined) throw new Error(`The demo has no ${name}`);
  return value;
};
