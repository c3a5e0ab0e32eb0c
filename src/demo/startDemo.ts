import { anyOf, type Store } from '../server/db';
import { openFiles } from '../server/files/files';
import { lockPassword } from '../server/fleet';
import { reachableHost } from '../server/fleet/link';
import type { Demo, DemoOptions } from '../server/start';
import { type FleetLock, startDemoFleet } from './locks/demoFleet';
import type { Settings } from './locks/lockSettings';
import { type DemoLock, demoLocks, nativeLocks, unknownLocks } from './locks/locks';
import { hasHistory, isHistoryRequested, makeHistory } from './seed/history';
import { seedDemo } from './seed/seedDemo';
import { translateTo } from './world/texts';
import { traitsOf } from './world/traits';

/** Fixed, so that every start has the same locks. */
const SEED = 2026;

/**
 * Seeds an empty database with the demo and starts its locks, each in the last state known to the server. The history
 * of a new demo is generated in the background; each lock starts once its own is stored.
 */
export const startDemo: Demo['start'] = async (options) => {
  const { store, root, link, log } = options;
  const {
    dataDir,
    demoDays: days,
    demoLocks: count,
    demoLocale: locale,
    gatewayListen,
  } = options.options;
  const locks = [...demoLocks(count, SEED), ...nativeLocks(SEED)];
  const files = openFiles(store.db, dataDir);
  await seedDemo(store, { root, locks, files, pastDays: days, locale });
  const fleet = startDemoFleet({
    brokerUrl: link.url,
    gateways: link.gateways,
    gatewayHost: reachableHost(gatewayListen).replace(/[[\]]/g, ''),
    log,
  });
  let started = 0;
  const startLocks = async (some: readonly DemoLock[]) => {
    started += some.length;
    fleet.add(await withStoredState(options, some));
  };
  if (await hasHistory(store)) fleet.add(await withUnknownState(options));
  if (!(await isHistoryRequested(store))) {
    await startLocks(locks);
    return { ...fleet, isGrowing: () => false };
  }
  let growing = true;
  const ending = new AbortController();
  const { signal } = ending;
  const translate = translateTo(locale);
  const history = { store, locks, days, now: Date.now(), signal, translate };
  const backfill = makeHistory(history, startLocks)
    .then(async (reports) => {
      // Another server has generated it meanwhile.
      if (reports === undefined) await startLocks(locks);
    })
    .catch(async (error: Error) => {
      if (signal.aborted) return;
      log.error(`The demo has no past: ${error.message}`);
      await startLocks(locks.slice(started));
    })
    .finally(() => {
      growing = false;
    });
  return {
    ...fleet,
    isGrowing: () => growing,
    close: async () => {
      ending.abort(new Error('The server ends'));
      await backfill;
      await fleet.close();
    },
  };
};

/** Adds the last state known to the server. Leaves out locks that are away or were deleted. */
const withStoredState = async (
  { store, secret }: DemoOptions,
  locks: readonly DemoLock[],
): Promise<FleetLock[]> => {
  const sns = locks.map(({ sn }) => sn);
  const rows = await store.db
    .selectFrom('device_state')
    .select(['sn', 'status', 'version'])
    .where('sn', '=', anyOf(sns))
    .execute();
  const rowsBySn = new Map(rows.map((row) => [row.sn, row]));
  const settings = await settingsOf(store, sns);
  const isBackfilled = await hasHistory(store);
  return locks
    .filter(({ sn }) => rowsBySn.has(sn) && !(isBackfilled && traitsOf(sn).away))
    .map((lock) => ({
      ...lock,
      status: rowsBySn.get(lock.sn)?.status ?? lock.status,
      version: rowsBySn.get(lock.sn)?.version ?? undefined,
      settings: settings.get(lock.sn),
      password: lockPassword(secret, lock.sn),
    }));
};

/** Locks that try to connect before they are added. Adopted ones start in the state that the server knows. */
const withUnknownState = async (options: DemoOptions): Promise<FleetLock[]> => {
  const locks = unknownLocks(SEED);
  const adopted = await withStoredState(options, locks);
  return locks.map(
    (lock) =>
      adopted.find(({ sn }) => sn === lock.sn) ?? {
        ...lock,
        password: lockPassword(options.secret, lock.sn),
        isUnknown: true,
      },
  );
};

/** Reads the last known settings of locks, which they keep while the demo is stopped. */
const settingsOf = async (
  { db }: Store,
  sns: readonly string[],
): Promise<ReadonlyMap<string, Settings>> => {
  const rows = await db
    .selectFrom('lock_setting')
    .select('sn')
    .select(({ fn }) => fn.agg<Settings>('jsonb_object_agg', ['code', 'known']).as('settings'))
    .where('known', 'is not', null)
    .where('sn', '=', anyOf(sns))
    .groupBy('sn')
    .execute();
  return new Map(rows.map(({ sn, settings }) => [sn, settings]));
};
