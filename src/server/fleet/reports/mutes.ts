import { sql } from 'kysely';
import { as, type Database, optional, query, type Row, table } from '../../db';

/** Mute in force for the locks of one organisation. Null stands for every kind, or every lock. */
export interface MuteInForce {
  readonly org: number;
  readonly police_type: number | null;
  readonly sn: string | null;
}

/** True if an alarm is neither notified nor announced. */
export type IsMuted = (alarm: Row) => boolean;

/** Reads the mutes in force for locks of some organisations. @param now epoch ms */
export type ReadMutes = (db: Database, orgs: readonly number[], now: number) => Promise<IsMuted>;

export const mutedBy =
  (mutes: readonly MuteInForce[]): IsMuted =>
  (alarm) =>
    mutes.some(
      ({ org, police_type, sn }) =>
        org === Number(alarm.org_id) &&
        (police_type === null || police_type === alarm.police_type) &&
        (sn === null || sn === alarm.sn),
    );

/** For a configuration without mutes. */
export const noMutes: ReadMutes = async () => () => false;

const mute = table('alarmMute', 'mute');
const device = table('device');

export const readMutes: ReadMutes = async (db, orgs, now) => {
  if (orgs.length === 0) return mutedBy([]);
  const { rows } = await query`
    select ${as<number>()(sql`org`, 'org')}, ${mute.$pick('police_type')}, ${optional(device.$pick('sn'))}
    from unnest(${[...new Set(orgs)]}::bigint[]) as org
    cross join lateral org_line(org) as line
    join ${mute.$from} on ${mute.org_id} = line.id and ${mute.until} > ${now}
    left join ${device.$from} on ${device.id} = ${mute.device_id}
    where ${mute.device_id} is null or ${device.id} is not null`.execute(db);
  return mutedBy(rows.map((row) => ({ ...row, org: Number(row.org) })));
};
