import { type NotNull, sql } from 'kysely';
import { demoWorkTexts } from '../domain/demoNames';
import { HOUR, MINUTE } from '../domain/duration';
import { PROTOCOL } from '../domain/family';
import { storedText } from '../domain/label';
import { anyOf, idsFrom, lit, type Store } from '../server/db';
import type { Fleet } from '../server/fleet';
import type { LinkLog } from '../server/fleet/link';
import { startWorker, type Worker } from '../server/work/worker';
import { type Author, findAuthor } from './insert';
import type { DemoLock } from './locks';
import { traitsOf } from './traits';

type Database = Store['db'];

interface RolloutOptions {
  readonly db: Database;
  readonly locks: readonly DemoLock[];
  readonly command: Fleet['command'];
  readonly log: LinkLog;
}

/** Time between the starts of two rollouts, ms. */
const ROLLOUT_INTERVAL = 20 * HOUR;
/** Time that a wave waits for a lock that is away: until about a day after its start. */
const WAIT_HOURS = 23;
/** Number of locks with serial numbers before and after the one that is away. Waves are in that order. */
const [LOCKS_BEFORE, LOCKS_BEHIND] = [5, 6];
const WAVES = { first: 4, next: 4, failures: 2 } as const;
const REASON = storedText(demoWorkTexts.rollout);

/**
 * Starts an upgrade in waves about once a day, as an operator would. A lock that is away takes part: its wave waits
 * for it, so an upgrade is always in progress.
 */
export const startRollouts = (options: RolloutOptions): Worker =>
  startWorker(
    [{ name: 'demo upgrades', every: MINUTE, run: () => beginRollout(options) }],
    options,
  );

interface Firmware {
  readonly id: number;
  readonly version: string;
  readonly type: number;
}

const beginRollout = async ({ db, locks, command }: RolloutOptions): Promise<void> => {
  if (!(await isDue(db))) return;
  const oper = await findAuthor(db, 'harbour');
  const rows = await db
    .selectFrom('firmware')
    .select(['id', 'firmware_version as version', 'device_type_id as type'])
    .where('device_type_id', 'is not', null)
    .$narrowType<{ type: NotNull }>()
    .orderBy('create_time', 'desc')
    .limit(lit(1))
    .execute();
  const [firmware] = rows;
  if (!oper || !firmware) return;
  const sns = selectTargets(await readCandidates(db, { oper, firmware, locks }));
  if (sns.length === 0) return;
  const call = {
    code: 'upgrade',
    sns,
    args: { firmware: firmware.id },
    how: { hours: WAIT_HOURS, reason: REASON, waves: WAVES },
    oper,
    locale: 'en',
    // Without an address, locks request the file in chunks.
    filesUrl: '',
  } as const;
  await command(call, (work) =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7207)`.execute(trx);
      // Another server may have started one meanwhile.
      return (await isDue(trx)) ? work(trx) : { tickets: [], refused: [] };
    }),
  );
};

const isDue = async (db: Database): Promise<boolean> => {
  const rows = await db
    .selectFrom('command_batch')
    .select(lit(1).as('one'))
    .where('cmd', '=', lit('upgrade'))
    .where('reason', '=', REASON)
    .where((eb) =>
      eb.or([
        eb('state', '=', lit('going')),
        eb('create_time', '>', Date.now() - ROLLOUT_INTERVAL),
      ]),
    )
    .limit(lit(1))
    .execute();
  return rows.length === 0;
};

interface CandidateInput {
  readonly oper: Author;
  readonly firmware: Firmware;
  readonly locks: readonly DemoLock[];
}

/** Returns the locks that do not run the version, ordered by how often it was sent to them, rarest first. */
const readCandidates = async (
  db: Database,
  { oper, firmware, locks }: CandidateInput,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('device')
    .innerJoin('device_state as state', 'state.device_id', 'device.id')
    .select('device.sn')
    .where('state.sn', '=', anyOf(locks.map(({ sn }) => sn)))
    .where('state.protocol', '=', PROTOCOL.mqtt)
    .where('device_type_id', '=', firmware.type)
    .where('version', 'is distinct from', firmware.version)
    .where('state.org_id', 'in', idsFrom('org_subtree', oper.org_id))
    .orderBy((eb) =>
      eb
        .selectFrom('appointmentCommandRecord as ticket')
        .select(({ fn }) => fn.countAll().as('times'))
        .whereRef('ticket.sn', '=', 'device.sn')
        .where('cmd', '=', 'upgrade')
        .where(sql`args ->> 'version'`, '=', firmware.version),
    )
    .orderBy('device.sn')
    .execute();
  return rows.map(({ sn }) => sn);
};

/** Picks the locks of a rollout: one that is away, and others around it. */
export const selectTargets = (sns: readonly string[]): string[] => {
  const [away] = sns.filter((sn) => traitsOf(sn).away);
  const present = sns.filter((sn) => !traitsOf(sn).away);
  if (away === undefined) return present.slice(0, LOCKS_BEFORE + LOCKS_BEHIND);
  return [
    ...present.filter((sn) => sn < away).slice(0, LOCKS_BEFORE),
    away,
    ...present.filter((sn) => sn > away).slice(0, LOCKS_BEHIND),
  ];
};
