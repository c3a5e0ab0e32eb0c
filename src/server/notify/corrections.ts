import { sql } from 'kysely';
import type { LockEvent } from '../../domain/notice';
import { type Database, listAs, type RowOf } from '../db';

export type Channel = RowOf<'notice'>['channel'];

/** Recipient, with the organisation whose settings name it. */
export type Recipient = readonly [channel: Channel, recipient: string, org: number | null];

/** True if an event corrects an earlier one instead of being news. */
export const isCorrection = ({ withdrawn, was }: LockEvent): boolean =>
  withdrawn === true || was !== undefined;

const keyOf = ({ sn, alarm, fence = '', at, was = at }: LockEvent) =>
  JSON.stringify([sn, alarm, fence, was]);

/** Key of a recipient's notice. An escalation is a notice beside that of the alarm. */
const noticeKey = (channel: string, recipient: string, untaken: number | null, key: string) =>
  [channel, recipient, untaken, key].join(' ');

/**
 * Drops the waiting notices of withdrawn alarms, and corrects the time and place in the others.
 * @returns a function: true if a recipient needs no correction, because the alarm has not been sent to it, or not the
 * escalation if the event is one
 */
export const correctNotices = async (
  trx: Database,
  corrections: readonly LockEvent[],
): Promise<(address: Recipient, event: LockEvent) => boolean> => {
  if (corrections.length === 0) return () => false;
  const list = listAs(
    'correction',
    {
      sn: 'varchar',
      key: 'text',
      alarm: 'integer',
      fence: 'text',
      was: 'bigint',
      withdrawn: 'boolean',
      event: 'text',
    },
    corrections.map((event) => ({
      sn: event.sn,
      key: keyOf(event),
      alarm: event.alarm,
      fence: event.fence ?? null,
      was: event.was ?? event.at,
      withdrawn: event.withdrawn === true,
      event: JSON.stringify({ at: event.at, lat: event.lat, lon: event.lon }),
    })),
  );
  // A waiting correction of the time becomes the withdrawal of the alarm under the time that was sent.
  const { rows } = await sql<{
    readonly channel: string;
    readonly recipient: string;
    readonly untaken: number | null;
    readonly key: string;
  }>`
    with waiting as (
      select notice.id, notice.channel, notice.recipient, notice.tries, correction.key,
        (notice.event ->> 'untaken')::integer as untaken,
        notice.event ? 'was' as corrects, correction.withdrawn, correction.event
      from ${list}
      join device_state as lock on lock.sn = correction.sn
      join notice on notice.sn = correction.sn and notice.org_id = lock.org_id
        and (notice.event ->> 'alarm')::integer = correction.alarm
        and (notice.event ->> 'at')::bigint = correction.was
        and notice.event ->> 'fence' is not distinct from correction.fence
      where not notice.event ? 'withdrawn'
    ), dropped as (
      delete from notice using waiting
      where notice.id = waiting.id and waiting.withdrawn and not waiting.corrects
    ), changed as (
      update notice set event = case
        when waiting.withdrawn then (notice.event - 'was')
          || jsonb_build_object('withdrawn', true, 'at', notice.event -> 'was')
        else notice.event || waiting.event::jsonb end
      from waiting
      where notice.id = waiting.id and (waiting.corrects or not waiting.withdrawn)
    )
    select channel, recipient, untaken, key from waiting where tries = 0`.execute(trx);
  const waitingKeys = new Set(
    rows.map(({ channel, recipient, untaken, key }) => noticeKey(channel, recipient, untaken, key)),
  );
  return ([channel, recipient], event) =>
    waitingKeys.has(noticeKey(channel, recipient, event.untaken ?? null, keyOf(event)));
};
