import { sql } from 'kysely';
import type { Locale } from '../../domain/label';
import { type Database, type NewRow, type RowOf, rowsAs, type TableName } from '../../server/db';
import type { Files } from '../../server/files/files';
import type { DemoLock } from '../locks/locks';
import type { Translate } from '../world/texts';

/** Row of the demo that is stored. */
type Planted<T extends TableName> = NewRow<T> & { readonly id: number };

/** Demo that is being seeded. Its organisations, operators and locks are stored. */
export interface NewDemo {
  readonly files: Files;
  /** Length of the history that its locks will get, ms. */
  readonly pastMs: number;
  /** Epoch ms. */
  readonly now: number;
  readonly locale: Locale;
  readonly translate: Translate;
  /** Stored locks, ordered by serial number. */
  readonly devices: readonly (DemoLock & { readonly id: number; readonly org_id: number })[];
  /** Returns the rows of a table that are stored so far. */
  readonly planted: <T extends TableName>(table: T) => readonly Planted<T>[];
  /** Returns the id of an organisation. @param index index of demoOrganisations */
  readonly org: (index: number) => number;
  /** Returns the columns of a row that an organisation owns from now on. */
  readonly own: (index: number) => { readonly org_id: number; readonly create_time: number };
  /** Returns an operator by login name. */
  readonly by: (login: string) => Planted<'oper'>;
}

/** Rows of the demo by table, in the order of their insertion. */
export type Seeds = { readonly [T in TableName]?: (demo: NewDemo) => readonly NewRow<T>[] };

/** Inserts rows and returns them with their ids. JSON columns take plain values. */
export const plant = async <T extends TableName>(
  db: Database,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<Planted<T>[]> => {
  if (rows.length === 0) return [];
  const names = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.id(name)));
  const values = rowsAs(table, rows as readonly Partial<RowOf<T>>[]);
  const planted = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${names}) select ${names} from ${values} returning id`.execute(
    db,
  );
  return rows.map((row, i) => ({ ...row, id: required(planted.rows[i], table).id }));
};

/** Returns a value that the demo must have. @throws Error naming what is missing */
export const required = <V>(value: V | undefined, name: string): V => {
  if (value === undefined) throw new Error(`The demo has no ${name}`);
  return value;
};
