import { sql } from 'kysely';
import { DAY, HOUR } from '../../domain/duration';
import { CallError, invalidInput, serverLabel } from '../calls/endpoint';
import { anyOf, idsFrom, insertRows } from '../db';
import { type ActionWork, type EntityRules, rowIds } from '../entities';

/** Longest mute, ms. */
const MAX_MUTE = 30 * DAY;

/** Mutes the kinds of alarms, each for its lock or for the organisation of its lock. */
export const muteAlarms = async ({ db, rows, args, caller, now }: ActionWork) => {
  const until = now + Number(args.hours) * HOUR;
  // A deleted lock, or one that has moved to an organisation out of the caller's reach, is not muted.
  const alarms = await db
    .selectFrom('alertRecord as alarm')
    .innerJoin('device', 'device.sn', 'alarm.sn')
    .select(['alarm.id', 'alarm.police_type', 'device.id as device_id', 'device.org_id'])
    .where('alarm.id', '=', anyOf(rowIds(rows)))
    .where('device.org_id', 'in', idsFrom('org_subtree', caller.oper.org_id))
    .execute();
  if (alarms.length === 0) throw new CallError('conflict', serverLabel('nothingToMute'));
  const mutes = alarms.map(({ police_type, device_id, org_id }) => ({
    police_type,
    device_id: args.scope === 'lock' ? device_id : null,
    org_id,
    until,
    reason: String(args.reason),
    created_by: caller.oper.operName,
    create_time: now,
  }));
  const different = new Map(mutes.map((mute) => [Object.values(mute).join(), mute]));
  await insertRows(db, 'alarmMute', [...different.values()]);
  return { done: alarms.length };
};

/** Operators see the mutes of their organisation, of those below it, and of those above it, which apply to them too. */
export const alarmMuteRules: EntityRules = {
  within: ({ oper }) => ({
    key: `of organisation ${oper.org_id}`,
    where: sql`(t.org_id in (select org_subtree(${oper.org_id}))
      or t.org_id in (select line.id from org_line(${oper.org_id}) as line))`,
  }),
  resolveInput: async ({ db, values, now }) => {
    if (Number(values.until) > now + MAX_MUTE) {
      throw invalidInput({ until: serverLabel('muteTooLong', { days: MAX_MUTE / DAY }) });
    }
    const device = await db
      .selectFrom('device')
      .select('org_id')
      .where('id', '=', Number(values.device_id ?? 0))
      .executeTakeFirst();
    return { ...values, org_id: device?.org_id ?? values.org_id };
  },
  lockReasons: async (rows, { db, caller, now }) => {
    const orgs = await db
      .selectFrom('org')
      .select('id')
      .where('id', '=', anyOf(rows.map(({ org_id }) => Number(org_id))))
      .where('id', 'in', idsFrom('org_subtree', caller.oper.org_id))
      .execute();
    const ids = new Set<unknown>(orgs.map(({ id }) => id));
    return rows.map(({ until, org_id }) => {
      if (Number(until) <= now) return { end: serverLabel('muteEnded') };
      return ids.has(org_id) ? {} : { end: serverLabel('muteNotYours') };
    });
  },
};
