import { sql } from 'kysely';
import { as, type Database, optional, query, type Row, table } from '../../db';

/**
 * Reads the mutes in force for locks of some organisations. Returns a function that is true if an alarm is neither
 * notified nor announced.
 * @param now epoch ms
 */
export type ReadMutes = (
  db: Database,
  orgs: readonly number[],
  now: number,
) => Promise<(alarm: Row) => boolean>;

/** For a configuration without mutes. */
export const noMutes: ReadMutes = async () => () => false;

const mute = table('alarmMute', 'mute');
const device = table('device');

export const readMutes: ReadMutes = async (db, orgs, now) => {
  if (orgs.length === 0) return () => false;
  const { rows } = await query`
    select ${as<number>()(sql`org`, 'org')}, ${mute.$pick('police_type')}, ${optional(device.$pick('sn'))}
    from unnest(${[...new Set(orgs)]}::bigint[]) as org
    cross join lateral org_line(org) as line
    join ${mute.$from} on ${mute.org_id} = line.id and ${mute.until} > ${now}
    left join ${device.$from} on ${device.id} = ${mute.device_id}
    where ${mute.device_id} is null or ${device.id} is not null`.execute(db);
  // Null stands for every kind, or every lock.
  return (alarm) =>
    rows.some(
      ({ org, police_type, sn }) =>
        Number(org) === Number(alarm.org_id) &&
        (police_type === null || police_type === alarm.police_type) &&
        (sn === null || sn === alarm.sn),
    );
};
