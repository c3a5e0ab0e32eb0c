import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { expect } from 'vitest';
import { readSections } from '../../src/server/db/backup/container';
import { openEngine } from '../../src/server/db/engine';
import { invocation, runProgram, runStrategies } from '../../src/server/db/engine/programs';
import { closeAfterwards, type Place } from '../api/place';
import { freePort } from '../e2e/startConsole';

const execute = promisify(execFile);
const TOOL = join(process.env.E2E_DIST ?? 'dist', 'server/backup.js');

const environmentOf = ({ dataDir, databaseUrl = '' }: Place) => ({
  ...process.env,
  DATA_DIR: dataDir,
  TMPDIR: dataDir,
  DATABASE_URL: databaseUrl,
});

/** Runs backup, restore or verify. @returns what it printed; rejects with its errors */
export const runTool = async (place: Place, ...args: readonly string[]): Promise<string> =>
  (await execute(process.execPath, [TOOL, ...args], { env: environmentOf(place) })).stdout;

/** Starts one that is to be killed. @returns its process, and its exit code */
export const startTool = (place: Place, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [TOOL, ...args], {
    env: environmentOf(place),
    stdio: 'ignore',
  });
  return { child, exit: once(child, 'exit').then(([code]) => code as number | null) };
};

export const withClient = async <T>(
  config: ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client(config);
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Gives work a client of a database that no server uses, or of an external one. */
export const inDatabase = async <T>(
  { dataDir, databaseUrl }: Place,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const engine = await openEngine({ dataDir, databaseUrl, mustExist: true, log: () => {} });
  return withClient(engine.listening ?? {}, work).finally(engine.close);
};

/** Columns but those with transaction ids, which only copies of the files keep. */
const COLUMNS = `
  select relname as name, string_agg(quote_ident(attname), ', ' order by attname) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and ($1 or atttypid <> 'xid8'::regtype)
  group by 1`;

/** Returns the number of rows of each table, and the SHA-256 of their sorted hashes. */
export const digestsOf = async (
  client: Client,
  hasTransactionIds = false,
): Promise<Record<string, string>> => {
  const { rows: tables } = await client.query(COLUMNS, [hasTransactionIds]);
  const digests: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const { rows } = await client.query(`
      select encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex') as digest
      from "${name}" order by 1`);
    const hash = createHash('sha256');
    for (const { digest } of rows) hash.update(digest);
    digests[name] = `${rows.length} rows ${hash.digest('hex')}`;
  }
  return digests;
};

/** Returns the hashes of the rows in a portable backup, sorted, by table. */
export const rowsIn = async (file: string): Promise<Record<string, readonly string[]>> => {
  const hashesByTable: Record<string, readonly string[]> = {};
  await readSections(file, async ({ name, chunks }) => {
    const parts: Buffer[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    hashesByTable[name] = hashesIn(Buffer.concat(parts)).sort();
    return hashesByTable[name].length;
  });
  return hashesByTable;
};

/** Splits PostgreSQL's binary format into rows: fields with their lengths after a header of 19 bytes. */
const hashesIn = (data: Buffer): string[] => {
  const hashes: string[] = [];
  for (let at = 19; data.readInt16BE(at) >= 0; ) {
    const start = at;
    const fields = data.readInt16BE(at);
    at += 2;
    for (let field = 0; field < fields; field++) at += 4 + Math.max(0, data.readInt32BE(at));
    hashes.push(createHash('sha256').update(data.subarray(start, at)).digest('hex'));
  }
  return hashes;
};

const PROGRAMS = '/usr/lib/postgresql';

/** Folder with the programs of the system's PostgreSQL; undefined if there is none. */
export const systemPostgres = async (): Promise<string | undefined> => {
  const versions = await readdir(PROGRAMS).catch(() => []);
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(PROGRAMS, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
};

/** Starts a PostgreSQL of the system until the tests of the file end. @returns makes a database and returns its URL */
export const openSystemPostgres = async (programs: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'sealdesk-external-'));
  closeAfterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [runAs] = await runStrategies();
  if (!runAs) throw new Error('PostgreSQL does not run as this user');
  if (runAs.owner) await chown(folder, runAs.owner.uid, runAs.owner.gid);
  const files = join(folder, 'pg');
  const initial = ['-D', files, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  await runProgram(runAs, join(programs, 'initdb'), initial, process.env);
  const port = await freePort();
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  const args = ['-D', files, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
  const call = invocation(runAs, join(programs, 'postgres'), args);
  const server = spawn(call.file, call.args, { ...call.options, stdio: 'ignore' });
  const exit = once(server, 'exit');
  closeAfterwards(async () => {
    server.kill('SIGINT');
    await exit;
  });
  const urlOf = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  const connects = () =>
    withClient({ connectionString: urlOf('postgres') }, async () => true).catch(() => false);
  await expect.poll(connects).toBe(true);
  return async (name: string) => {
    await withClient({ connectionString: urlOf('postgres') }, (client) =>
      client.query(`create database ${name} template template0`),
    );
    return urlOf(name);
  };
};
