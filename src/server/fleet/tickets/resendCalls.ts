import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../store';
import type { Calling, CommandCall } from '../Fleet';

interface Sent {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sns: string[];
}

/** Finished tickets as calls to be made again: those of one command with the same arguments are one call. */
export const resendCalls = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  by: Calling,
): Promise<CommandCall[]> => {
  const { rows } = await sql<Sent>`
    select cmd, args, array_agg(sn) as sns from "appointmentCommandRecord"
    where id = any(${[...ids]}) and state not in ('waiting', 'sent')
      and org_id in (select org_subtree(${by.oper.org_id}))
    group by cmd, args`.execute(db);
  return rows.map(({ cmd, args, sns }) => ({ code: cmd, args, sns, ...by }));
};
