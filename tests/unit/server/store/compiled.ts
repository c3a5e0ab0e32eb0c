import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Sql, Tables } from '../../../../src/server/store';

const nowhere = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The text of a piece of SQL, spaces and lines evened out, and its parameters. */
export const compiled = (piece: Sql): { text: string; values: readonly unknown[] } => {
  const { sql, parameters } = piece.compile(nowhere);
  return { text: sql.replace(/\s+/g, ' ').trim(), values: parameters };
};
