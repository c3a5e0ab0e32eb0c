import { sql } from 'kysely';
import type { AnyEntity } from '../../config';
import type { Database } from '../db';

/** The rights that can be lent, by the command they are for. */
const RIGHTS: Readonly<Record<string, 'may_seal' | 'may_unseal'>> = {
  seal: 'may_seal',
  unseal: 'may_unseal',
};

/** Until when a lock of somebody else may be sent a command, ms since 1970; Infinity until it is revoked. */
export type Lent = ReadonlyMap<number, number>;

/** Whether locks can be lent at all in a configuration. */
const canLend = (entities: readonly AnyEntity[]): boolean =>
  entities.some(({ name }) => name === 'batchDisDevice');

const EVER = Number.MAX_SAFE_INTEGER;

/**
 * The locks, by id, that organisations at and below one may send a command although they are not theirs: whoever lent
 * them is still over them, has not revoked it, and its time is not over.
 */
export const lentTo = async (
  db: Database,
  entities: readonly AnyEntity[],
  {
    code,
    orgId,
    sns,
  }: { readonly code: string; readonly orgId: number; readonly sns: readonly string[] },
): Promise<Lent> => {
  const right = RIGHTS[code];
  if (!right || !canLend(entities)) return new Map();
  const { rows } = await sql<{ id: number; until: number }>`
    select device.id, max(coalesce(lent.ends, ${EVER}::bigint)) as until
    from device join "batchDisDevice" as lent on device.id = any(lent.devices)
    where device.sn = any(${[...sns]}) and lent.state = 1 and ${sql.ref(`lent.${right}`)}
      and (lent.ends is null or lent.ends > ${Date.now()})
      and lent.orgs && array(select org_subtree(${orgId}))
      and lent.org_id in (select org_above(device.org_id))
    group by device.id`.execute(db);
  return new Map(rows.map(({ id, until }) => [id, until]));
};

/** Ends what waits for locks on the strength of rights that are gone. */
export const cancelLent = async (
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  await sql`
    update "appointmentCommandRecord" as ticket set state = 'cancelled', end_time = ${now}
    from "batchDisDevice" as lent, device
    where lent.id = any(${[...ids]}::bigint[]) and device.id = any(lent.devices)
      and ticket.sn = device.sn and ticket.state in ('waiting', 'unconfirmed')
      and ticket.cmd in ('seal', 'unseal')
      and ticket.org_id in (select org_subtree(taker) from unnest(lent.orgs) as taker)
      and ticket.org_id <> device.org_id`.execute(db);
};
