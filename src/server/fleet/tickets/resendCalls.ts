import { type Kysely, sql } from 'kysely';
import type { Locale } from '../../../domain/label';
import type { Tables } from '../../store';
import type { CommandCall, Sender } from '../Fleet';

interface Sent {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sns: string[];
}

/** Finished tickets as calls to be made again: those of one command with the same arguments are one call. */
export const resendCalls = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  oper: Sender,
  locale: Locale,
): Promise<CommandCall[]> => {
  const { rows } = await sql<Sent>`
    select cmd, args, array_agg(sn) as sns from "appointmentCommandRecord"
    where id = any(${[...ids]}) and state not in ('waiting', 'sent')
      and org_id in (select org_subtree(${oper.org_id}))
    group by cmd, args`.execute(db);
  return rows.map(({ cmd, args, sns }) => ({ code: cmd, args, sns, oper, locale }));
};
