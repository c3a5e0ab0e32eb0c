import { sql } from 'kysely';
import { CallError, invalidInput, serverLabel, type TextName } from '../calls/endpoint';
import { always, anyOf, as, idsFrom, query, type Row, table } from '../db';
import { type EntityRules, type RuleContext, rowIds } from '../entities';
import { fileDigests, readContent } from '../files/content';
import type { Files } from '../files/files';
import { nameSample } from './refuseUsed';

interface Holder {
  readonly sn: string;
  /** True if the caller sees it. A version is for the locks of all organisations. */
  readonly seen: boolean;
}

/** @throws CallError `conflict` that names the locks, if there are any */
const refuseFor = (holders: readonly Holder[], why: TextName): void => {
  if (holders.length === 0) return;
  const seen = holders.filter((holder) => holder.seen).map(({ sn }) => sn);
  const sns = nameSample(seen, holders.length - seen.length);
  throw new CallError('conflict', serverLabel(why, { sns }));
};

const runBy = async (
  { db, caller }: RuleContext,
  rows: readonly Row[],
): Promise<readonly Holder[]> =>
  db
    .selectFrom('device_state')
    .select('sn')
    .select((eb) => eb('org_id', 'in', idsFrom('org_subtree', caller.oper.org_id)).as('seen'))
    .$narrowType<Holder>()
    .where('version', '=', anyOf(rows.map((row) => String(row.firmware_version))))
    .orderBy('sn')
    .execute();

const ticket = table('appointmentCommandRecord');

const unfinishedUpgrades = async (
  { db, caller }: RuleContext,
  rows: readonly Row[],
): Promise<readonly Holder[]> =>
  (
    await query`
      select ${always(ticket.$pick('sn'))},
        ${as<boolean>()(sql`bool_or(${ticket.org_id} in ${idsFrom('org_subtree', caller.oper.org_id)})`, 'seen')}
      from ${ticket.$from}
      where ${ticket.cmd} = 'upgrade'
        and ${ticket.state} in ('unconfirmed', 'planned', 'waiting', 'sent')
        and (${ticket.args} ->> 'firmware')::bigint = any(${rowIds(rows)})
      group by ${ticket.sn} order by ${ticket.sn}`.execute(db)
  ).rows;

/**
 * Stores the digests of a version's file. Refuses to delete a version that a lock runs or is being upgraded to,
 * because the report of running versions would call such a lock outdated. Refuses to replace a file that locks have
 * yet to fetch.
 */
export const firmwareRules = (files: Files): EntityRules => ({
  resolveInput: async (change) => {
    const { db, current, values } = change;
    if (!('firmware_path' in values)) return values;
    if (current) refuseFor(await unfinishedUpgrades(change, [current]), 'firmwareFetched');
    const file = await files.find(String(values.firmware_path), db);
    if (!file) throw invalidInput({ firmware_path: serverLabel('noSuchFile') });
    return { ...values, ...(await fileDigests(readContent(db, file))) };
  },
  beforeDelete: async (removal) => {
    refuseFor(await runBy(removal, removal.rows), 'firmwareRun');
    refuseFor(await unfinishedUpgrades(removal, removal.rows), 'firmwareUnderWay');
  },
});
