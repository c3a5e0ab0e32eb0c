import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { always, anyOf, type Database, query, type Row, table } from '../db';
import { type EntityRules, rowIds } from '../entities';
import { fileDigests, readContent } from '../files/content';
import type { Files } from '../files/files';

/** Serial numbers listed in an error message. */
const MAX_NAMES = 5;

const namesOf = (sns: readonly { readonly sn: string }[]) =>
  sns
    .slice(0, MAX_NAMES)
    .map(({ sn }) => sn)
    .join(', ') + (sns.length > MAX_NAMES ? ', …' : '');

const ticket = table('appointmentCommandRecord');

const runBy = async (db: Database, rows: readonly Row[]) =>
  await db
    .selectFrom('device_state')
    .select('sn')
    .where('version', '=', anyOf(rows.map((row) => String(row.firmware_version))))
    .orderBy('sn')
    .limit(MAX_NAMES + 1)
    .execute();

const unfinishedUpgrades = async (db: Database, rows: readonly Row[]) =>
  (
    await query`
      select distinct ${always(ticket.$pick('sn'))} from ${ticket.$from}
      where ${ticket.cmd} = 'upgrade'
        and ${ticket.state} in ('unconfirmed', 'planned', 'waiting', 'sent')
        and (${ticket.args} ->> 'firmware')::bigint = any(${rowIds(rows)})
      order by ${ticket.sn} limit ${MAX_NAMES + 1}`.execute(db)
  ).rows;

/**
 * Stores the digests of a version's file. Refuses to delete a version that a lock runs or is being upgraded to,
 * because the report of running versions would call such a lock outdated. Refuses to replace a file that locks have
 * yet to fetch.
 */
export const firmwareRules = (files: Files): EntityRules => ({
  resolveInput: async ({ db, current, values }) => {
    if (!('firmware_path' in values)) return values;
    const waiting = current ? await unfinishedUpgrades(db, [current]) : [];
    if (waiting.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareFetched', { sns: namesOf(waiting) }));
    }
    const file = await files.find(String(values.firmware_path), db);
    if (!file) throw invalidInput({ firmware_path: serverLabel('noSuchFile') });
    return { ...values, ...(await fileDigests(readContent(db, file))) };
  },
  beforeDelete: async ({ db, rows }) => {
    const running = await runBy(db, rows);
    if (running.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareRun', { sns: namesOf(running) }));
    }
    const waiting = await unfinishedUpgrades(db, rows);
    if (waiting.length > 0) {
      throw new CallError('conflict', serverLabel('firmwareUnderWay', { sns: namesOf(waiting) }));
    }
  },
});
