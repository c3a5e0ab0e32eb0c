import {
  type CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../../../../src/server/db';
import { createStatement } from '../../../../../src/server/db';

/** Database that records the statements that it receives. */
const recording = () => {
  const received: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const connection = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      received.push({ sql, parameters });
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error('not streamed');
    },
  };
  const idle = async () => {};
  const db: Database = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createDriver: () => ({
        init: idle,
        acquireConnection: async () => connection,
        beginTransaction: idle,
        commitTransaction: idle,
        rollbackTransaction: idle,
        releaseConnection: idle,
        destroy: idle,
      }),
    },
  });
  return { db, received };
};

interface Values {
  readonly names: readonly string[];
  readonly id: number;
}

it('builds a statement once and runs it with the values of each run', async () => {
  const { db, received } = recording();
  let builds = 0;
  const statement = createStatement(['names', 'id'], (on, { names, id }: Values) => {
    builds++;
    return on
      .selectFrom('org')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 1)
      .where('parent_id', '>', id)
      .where('org_name', '=', names as unknown as string)
      .compile();
  });
  await statement(db, { names: ['Harbour', 'Quay'], id: 7 });
  await statement(db, { names: [], id: 8 });
  expect(builds).toBe(1);
  expect(received.map(({ parameters }) => parameters)).toEqual([
    [7, 1, 7, ['Harbour', 'Quay']],
    [8, 1, 8, []],
  ]);
  expect(new Set(received.map(({ sql }) => sql)).size).toBe(1);
});
