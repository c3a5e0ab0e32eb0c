import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Console } from '../../src/config';
import { syncMenus } from '../../src/server/auth';
import { openStore } from '../../src/server/db';

/** Storage of a store or server under test, to be spread into its options. */
export interface Place {
  readonly dataDir: string;
  /** If missing, the server starts a database of its own in the folder. */
  readonly databaseUrl?: string;
}

/** Cost of password hashes in tests, as in `PASSWORD_COST`. */
export const CHEAP_PASSWORDS = 10;

type Close = () => Promise<unknown>;

const opened: Close[] = [];

/** Closes a resource after the tests of the file at the latest, in reverse order of opening and only once. */
export const closeAfterwards = (close: Close): Close => {
  let closing: Promise<unknown> | undefined;
  const once = () => (closing ??= close());
  opened.push(once);
  return once;
};

export const closeOpened = async (): Promise<void> => {
  for (const close of opened.splice(0).reverse()) await close();
};

/**
 * Returns a data folder for a server that starts its own database. It is removed after the tests of the file.
 * @param config copies a folder that has the tables; by default the folder is empty
 */
export const ownFolder = async (config?: Console): Promise<Place> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-'));
  closeAfterwards(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const postgres = inject('postgres');
  if (config && postgres) {
    // Creating a database takes seconds, copying one a tenth of that.
    await cp(await templateFolderOf(postgres, config), dataDir, { recursive: true });
  }
  return { dataDir };
};

const urlOf = (postgres: string, database: string): string =>
  Object.assign(new URL(postgres), { pathname: `/${database}` }).href;

const withClient = async (postgres: string, work: (client: Client) => Promise<unknown>) => {
  const client = new Client({ connectionString: postgres });
  await client.connect();
  await work(client).finally(() => client.end());
};

const templateName = ({ entities }: Console): string =>
  `template_${createHash('sha256').update(JSON.stringify(entities)).digest('hex').slice(0, 16)}`;

/** Creates the tables and menus of a configuration. Menus alone would cost each server a second of processor time. */
const prepare = async (place: Place, config: Console): Promise<void> => {
  const store = await openStore({ ...place, config, log: () => {} });
  await syncMenus(store, config).finally(store.close);
};

/** Creates the data folder that `ownFolder` copies, unless another test file has done so. */
const makeTemplateFolder = async (postgres: string, config: Console): Promise<string> => {
  const name = templateName(config);
  const folder = join(inject('templates'), name);
  await withClient(postgres, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [folder]);
    if (existsSync(folder)) return;
    const unfinished = `${folder}-unfinished`;
    await prepare({ dataDir: unfinished }, config);
    await rename(unfinished, folder);
  });
  return folder;
};

/** Creates the template database of a configuration, unless another test file has done so. */
const makeTemplate = async (postgres: string, config: Console): Promise<string> => {
  const name = templateName(config);
  await withClient(postgres, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // Renamed when it is complete, so that an interrupted run leaves no partial template.
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await client.query(`create database ${unfinished}`);
    await prepare({ dataDir: '', databaseUrl: urlOf(postgres, unfinished) }, config);
    await client.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
};

/** Caches the result per configuration. */
const onceForEach = (make: typeof makeTemplate): typeof makeTemplate => {
  const databaseUrls = new Map<Console, Promise<string>>();
  return (postgres, config) => {
    const template = databaseUrls.get(config) ?? make(postgres, config);
    databaseUrls.set(config, template);
    return template;
  };
};

const templateOf = onceForEach(makeTemplate);
const templateFolderOf = onceForEach(makeTemplateFolder);

/** Creates a database, dropped after the tests of the file. @param template database to copy @returns its URL */
const createDatabase = async (postgres: string, template?: string): Promise<string> => {
  const database = `test_${randomBytes(6).toString('hex')}`;
  // Copied as files, because a write-ahead log of every page is not needed.
  const copied = template ? `template ${template} strategy file_copy` : '';
  await withClient(postgres, (client) => client.query(`create database ${database} ${copied}`));
  closeAfterwards(() =>
    withClient(postgres, (client) => client.query(`drop database ${database} with (force)`)),
  );
  return urlOf(postgres, database);
};

/**
 * Returns a data folder and a database, removed after the tests of the file. All databases share one PostgreSQL: a test
 * that depends on open transactions needs `ownFolder`.
 * @param config tables that the database starts with; by default it is empty
 */
export const ownPlace = async (config?: Console): Promise<Place> => {
  const postgres = inject('postgres');
  const { dataDir } = await ownFolder();
  if (!postgres) return { dataDir };
  const template = config && (await templateOf(postgres, config));
  return { dataDir, databaseUrl: await createDatabase(postgres, template) };
};

/** Returns a copy of a place whose servers are closed, removed after the tests of the file. */
export const copyOf = async ({ dataDir: from, databaseUrl }: Place): Promise<Place> => {
  const { dataDir } = await ownFolder();
  await cp(from, dataDir, { recursive: true });
  const postgres = inject('postgres');
  if (!postgres || !databaseUrl) return { dataDir };
  const template = new URL(databaseUrl).pathname.slice(1);
  return { dataDir, databaseUrl: await createDatabase(postgres, template) };
};
