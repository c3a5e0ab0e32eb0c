import { sql } from 'kysely';
import type { Locale } from '../../domain/label';
import { type Database, type NewRow, type RowOf, rowsAs, type TableName } from '../../server/db';
import type { Files } from '../../server/files/files';
import type { DemoLock } from '../locks/locks';
import { type Translate, translateTo } from '../world/texts';

type Planted<T extends TableName> = NewRow<T> & { readonly id: number };

/** Demo that is being seeded. */
export class NewDemo {
  /** Epoch ms. */
  readonly now = Date.now();
  readonly translate: Translate;
  /** Stored locks, ordered by serial number. */
  readonly devices: (DemoLock & { readonly id: number; readonly org_id: number })[] = [];
  readonly #tables = new Map<TableName, readonly { readonly id: number }[]>();

  /** @param pastMs length of the history that its locks will get, ms */
  constructor(
    readonly db: Database,
    readonly files: Files,
    readonly locale: Locale,
    readonly pastMs: number,
  ) {
    this.translate = translateTo(locale);
  }

  /** Returns the rows of a table that are stored so far. */
  readonly planted = <T extends TableName>(table: T) =>
    (this.#tables.get(table) ?? []) as readonly Planted<T>[];

  /** Stores the rows of tables, in their order. */
  async plant(seeds: Seeds): Promise<void> {
    for (const [name, rowsOf] of Object.entries(seeds)) {
      const table = name as TableName;
      const rows = await plant(this.db, table, rowsOf(this) as readonly NewRow<TableName>[]);
      this.#tables.set(table, [...this.planted(table), ...rows]);
    }
  }

  /** Returns the id of an organisation. @param index index of demoOrganisations */
  readonly org = (index: number): number =>
    required(this.planted('org')[index], `organisation ${index}`).id;

  /** Returns the columns of a row that an organisation owns from now on. */
  readonly own = (index: number) => ({ org_id: this.org(index), create_time: this.now });

  readonly by = (login: string): Planted<'oper'> => {
    const row = this.planted('oper').find(({ loginName }) => loginName === login);
    return required(row, `operator ${login}`);
  };
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
