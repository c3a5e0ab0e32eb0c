import { type Kysely, sql } from 'kysely';
import { unmet } from '../../../config';
import { type Locale, textOf } from '../../../domain/label';
import { SOURCE } from '../../../domain/ticket';
import { device } from '../../../resources';
import { readParameters } from '../../parameters';
import type { Tables } from '../../store';
import type { CommandCall, Refusal } from '../Fleet';
import { addTickets } from './addTickets';
import { planOf, type Target } from './planOf';
import type { TicketRow } from './ticketRow';

const HOUR = 3_600_000;

/**
 * Writes a waiting ticket for every lock that the sender sees and the command's condition allows. The locks are held
 * while that is decided, so that two senders cannot both find the condition met by a state that one of them changes.
 */
export const createTickets = (
  db: Kysely<Tables>,
  call: CommandCall,
): Promise<{ tickets: TicketRow[]; refused: Refusal[] }> =>
  db.transaction().execute(async (trx) => {
    const sns = [...new Set(call.sns)];
    const { rows: targets } = await sql<Target>`
      select * from device
      where sn = any(${sns}) and org_id in (select org_subtree(${call.oper.org_id}))
      order by sn for share`.execute(trx);
    const found = new Map(targets.map((target) => [target.sn, target]));
    const plan = await planOf(trx, call);
    const refused = sns.flatMap((sn) => {
      const target = found.get(sn);
      const own = refusalOf(call, sn, target);
      return target && own.length === 0 ? plan.refuse(target) : own;
    });
    const barred = new Set(refused.map(({ sn }) => sn));
    const allowed = targets.filter(({ sn }) => !barred.has(sn));
    if (allowed.length === 0) return { tickets: [], refused };
    const { command_wait_hours: waitHours } = await readParameters(trx);
    const deadline = Date.now() + waitHours * HOUR;
    const tickets = await addTickets(
      trx,
      allowed.map(({ sn, org_id }) => ({
        sn,
        org_id,
        cmd: call.code,
        args: plan.args,
        deadline,
        oper_id: call.oper.id,
        operate_source: SOURCE.operator,
        operate_name: call.oper.operName,
      })),
    );
    return { tickets, refused };
  });

const refusalOf = (call: CommandCall, sn: string, target: Target | undefined): Refusal[] => {
  if (!target) {
    const desc = textOf([`There is no device ${sn}`, `没有设备 ${sn}`], call.locale);
    return [{ sn, code: 'notFound', desc }];
  }
  const [field] = unmet(device.commands[call.code as keyof typeof device.commands]?.when, target);
  return field === undefined
    ? []
    : [{ sn, code: 'conflict', desc: unmetText(sn, field, call.locale) }];
};

const unmetText = (sn: string, field: string, locale: Locale) => {
  const label = device.fields[field as keyof typeof device.fields].label;
  return textOf(
    [
      `${sn}: not possible in its present state (${label[0]})`,
      `${sn}：当前状态不允许此操作（${label[1]}）`,
    ],
    locale,
  );
};
