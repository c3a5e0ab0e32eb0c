import { openEngine, StorageError } from '../../../src/server/db/engine';

/**
 * Child process that uses the engine, controlled by its arguments `<task> <dataDir>`. Every line of its output is JSON.
 */
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
const [task = '', dataDir = ''] = process.argv.slice(2);

const tasks: Record<string, () => Promise<void>> = {
  /** Opens the engine, prints its properties, and holds it until standard input ends. */
  hold: async () => {
    const engine = await openEngine({ dataDir, log: (log) => say({ log }) });
    const { rows } = await engine.pool.query(
      `select current_setting('data_directory') as folder, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as address, current_setting('port') as port`,
    );
    say({ ready: engine.kind, ...rows[0] });
    for await (const _ of process.stdin);
    await engine.close();
    say({ closed: true });
  },

  /** Inserts numbers from several clients, and prints each after the commit is acknowledged. */
  write: async () => {
    const { pool } = await openEngine({ dataDir, log: (log) => say({ log }) });
    await pool.query('create table if not exists written (id bigint primary key)');
    const { rows } = await pool.query('select coalesce(max(id), 0) as last from written');
    let id: number = rows[0].last;
    say({ ready: id });
    const writer = async () => {
      for (;;) {
        id += 1;
        const ownId = id;
        await pool.query('insert into written values ($1)', [ownId]);
        say({ acked: ownId });
      }
    };
    await Promise.all([writer(), writer(), writer()]);
  },
};

try {
  await tasks[task]?.();
} catch (error) {
  const problem = error instanceof StorageError ? error.problem : undefined;
  say({ problem, message: error instanceof Error ? error.message : `${error}` });
  process.exitCode = 1;
}
