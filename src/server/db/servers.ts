import { sql } from 'kysely';
import { completedMigrations } from './migrations/migrate';
import { DATABASE_NOW, type Database } from './sql/database';

/**
 * Oldest release that may go on while this one changes the tables. Raise it in a release whose changes older ones cannot
 * bear; docs/contributing.md has the rule.
 */
export const OLDEST_BESIDE = '0.2.0';

/** A server without a heartbeat for this long is gone, ms. */
export const PEER_TIMEOUT = 12_000;

/** Condition of `server_beat`. A later time than now is from before the database's clock was set back. */
export const isAlive = sql<boolean>`
  at between ${DATABASE_NOW} - ${PEER_TIMEOUT} and ${DATABASE_NOW} + ${PEER_TIMEOUT}`;

/** @throws Error if a server uses the database */
export const checkUnused = async (db: Database): Promise<void> => {
  const rows = await db.selectFrom('server_beat').select('id').where(isAlive).execute();
  if (rows.length === 0) return;
  const names = rows.map(({ id }) => id).join(', ');
  throw new Error(`stop every server of the database first (${names}), and wait 12 seconds`);
};

/** Registers a server with its release. Only registered servers can hold connections. */
export const registerServer = async (db: Database, server: string): Promise<void> => {
  await db
    .insertInto('server_beat')
    .values({ id: server, at: DATABASE_NOW, release: import.meta.env.RELEASE })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        release: eb.ref('excluded.release'),
      })),
    )
    .execute();
};

/**
 * Compares the numbers of two releases, without the name of a configuration.
 * @param release null before 0.2.0, which was the first to register it
 */
export const isOlder = (release: string | null, than: string): boolean =>
  (release ?? '').replace(/\+.*/, '').localeCompare(than, 'en', { numeric: true }) < 0;

/**
 * Returns the reason against changing the tables now, which names the servers that must end first; undefined if there is
 * none.
 * @param own server that starts, which may have been killed a moment ago
 * @param breaks true if the change gives a name or a type to what exists, so that no running server could go on
 */
export const upgradeObstacle = async (
  db: Database,
  own = '',
  breaks = false,
): Promise<string | undefined> => {
  if (!(await completedMigrations(db))) return undefined;
  // As JSON, because older databases lack the column.
  const alive = await db
    .selectFrom('server_beat as server')
    .select(['id', sql<string | null>`to_jsonb(server) ->> 'release'`.as('release')])
    .where(isAlive)
    .where('id', '<>', own)
    .orderBy('id')
    .execute();
  const older = alive.filter(({ release }) => breaks || isOlder(release, OLDEST_BESIDE));
  if (older.length === 0) return undefined;
  const names = older.map(({ id, release }) => `${id} (${release ?? 'before 0.2.0'})`).join(', ');
  const [change, which] = breaks
    ? ['names or types must change', 'servers of the configuration before']
    : ['the tables must change', `servers older than ${OLDEST_BESIDE}`];
  return `${change}, and ${which} use them: ${names}. Stop these, or set UPGRADE=now`;
};
