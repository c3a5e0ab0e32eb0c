import { anyOf } from '../server/db';
import { openFiles } from '../server/files/files';
import { lockPassword } from '../server/fleet';
import { reachableHost } from '../server/fleet/link';
import type { Demo, DemoOptions } from '../server/start';
import { type FleetLock, startDemoFleet } from './locks/demoFleet';
import type { Settings } from './locks/lockSettings';
import { type DemoLock, demoLocks, nativeLocks, unknownLocks } from './locks/locks';
import { HISTORY_MARK, historyMark, makeHistory } from './seed/history';
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
  const mark = await historyMark(store);
  if (mark !== undefined) fleet.add(await withUnknownState(options));
  const waiting = [...locks];
  const startNext = async (count = waiting.length) =>
    fleet.add(await withStoredState(options, waiting.splice(0, count)));
  let growing = mark === HISTORY_MARK.wanted;
  const ending = new AbortController();
  const { signal } = ending;
  const history = { store, locks, days, now: Date.now(), signal, translate: translateTo(locale) };
  const backfill = makeHistory(history, ({ length }) => startNext(length))
    // Those without a history of their own, and all if there is none to generate.
    .finally(() => (signal.aborted ? undefined : startNext()))
    .catch((error: Error) => {
      if (!signal.aborted) log.error(`The demo has no past: ${error.message}`);
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

/** Adds the last state and the settings known to the server. Leaves out locks that are away or were deleted. */
const withStoredState = async (
  { store, secret }: DemoOptions,
  locks: readonly DemoLock[],
): Promise<FleetLock[]> => {
  const rows = await store.db
    .selectFrom('device_state as state')
    .select(['sn', 'status', 'version'])
    .select((eb) =>
      eb
        .selectFrom('lock_setting')
        .select(({ fn }) => fn.agg<Settings>('jsonb_object_agg', ['code', 'known']).as('settings'))
        .whereRef('lock_setting.sn', '=', 'state.sn')
        .where('known', 'is not', null)
        .as('settings'),
    )
    .where('sn', '=', anyOf(locks.map(({ sn }) => sn)))
    .execute();
  const rowsBySn = new Map(rows.map((row) => [row.sn, row]));
  const mark = await historyMark(store);
  return locks.flatMap((lock) => {
    const row = rowsBySn.get(lock.sn);
    if (!row || (mark !== undefined && traitsOf(lock.sn).away)) return [];
    const { status, version, settings } = row;
    const memory = { version: version ?? undefined, settings: settings ?? undefined };
    const password = lockPassword(secret, lock.sn);
    return [{ ...lock, status: status ?? lock.status, ...memory, password }];
  });
};

/** Locks that try to connect before they are added. Adopted ones start in the state that the server knows. */
const withUnknownState = async (options: DemoOptions): Promise<FleetLock[]> => {
  const locks = unknownLocks(SEED);
  const adopted = await withStoredState(options, locks);
  return locks.map((lock) => {
    const password = lockPassword(options.secret, lock.sn);
    return adopted.find(({ sn }) => sn === lock.sn) ?? { ...lock, password, isUnknown: true };
  });
};
