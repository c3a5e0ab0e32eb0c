import { sql } from 'kysely';
import type { Label } from '../../domain/label';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
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

const namesOf = (holders: readonly Holder[]): Label => {
  const seen = holders.filter((holder) => holder.seen).map(({ sn }) => sn);
  return nameSample(seen, holders.length - seen.length);
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
    const waiting = current ? await unfinishedUpgrades(change, [current]) : [];
    if (waiting.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareFetched', { sns: namesOf(waiting) }));
    }
    const file = await files.find(String(values.firmware_path), db);
    if (!file) throw invalidInput({ firmware_path: serverLabel('noSuchFile') });
    return { ...values, ...(await fileDigests(readContent(db, file))) };
  },
  beforeDelete: async (removal) => {
    const { rows } = removal;
    const running = await runBy(removal, rows);
    if (running.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareRun', { sns: namesOf(running) }));
    }
    const waiting = await unfinishedUpgrades(removal, rows);
    if (waiting.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareUnderWay', { sns: namesOf(waiting) }));
    }
  },
});
