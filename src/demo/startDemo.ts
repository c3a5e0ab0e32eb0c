import { sql } from 'kysely';
import type { LockStatus } from '../domain/lock';
import type { Store } from '../server/db';
import { openFiles } from '../server/files';
import { type Fleet, lockPassword } from '../server/fleet';
import type { LinkLog } from '../server/fleet/link';
import { type DemoFleet, startDemoFleet } from './demoFleet';
import type { Settings } from './lockSettings';
import { demoLocks, nativeLocks } from './locks';
import { seedDemo } from './seedDemo';

/** The same locks at every start. */
const SEED = 2026;

interface DemoOptions {
  readonly store: Store;
  readonly root: { readonly orgId: number; readonly roleId: number };
  readonly count: number;
  /** Uploaded files are kept in it. */
  readonly dataDir: string;
  readonly brokerUrl: string;
  /** Where locks of their makers' protocols come. */
  readonly gateways: Fleet['gateways'];
  readonly gatewayHost: string;
  /** What the locks' passwords are made from. */
  readonly secret: string;
  readonly log: LinkLog;
}

/** Seeds the demo where there is none and starts its locks, each in the state in which the server last saw it. */
export const startDemo = async (options: DemoOptions): Promise<DemoFleet> => {
  const { store, root, count, dataDir, brokerUrl, gateways, gatewayHost, secret, log } = options;
  const locks = [...demoLocks(count, SEED), ...nativeLocks(SEED)];
  await seedDemo(store, root, locks, await openFiles(dataDir));
  const { rows } = await sql<{ sn: string; status: LockStatus; version: string | null }>`
    select sn, status, version from device where sn = any(${locks.map(({ sn }) => sn)})`.execute(
    store.db,
  );
  const known = new Map(rows.map((row) => [row.sn, row]));
  const settings = await settingsOf(store);
  return startDemoFleet({
    brokerUrl,
    gateways,
    gatewayHost,
    log,
    locks: locks
      .filter(({ sn }) => known.has(sn))
      .map((lock) => ({
        ...lock,
        status: known.get(lock.sn)?.status ?? lock.status,
        version: known.get(lock.sn)?.version ?? undefined,
        settings: settings.get(lock.sn),
        password: lockPassword(secret, lock.sn),
      })),
  });
};

/** What locks were last known to have: they keep it while the demo is not running. */
const settingsOf = async ({ db }: Store): Promise<ReadonlyMap<string, Settings>> => {
  const { rows } = await sql<{ sn: string; settings: Settings }>`
    select sn, jsonb_object_agg(code, known) as settings from lock_setting
    where known is not null group by sn`.execute(db);
  return new Map(rows.map(({ sn, settings }) => [sn, settings]));
};
