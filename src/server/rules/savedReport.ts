import { sql } from 'kysely';
import { type Console, hasRows, reportGroups } from '../../config';
import { nextReportRun } from '../../domain/report';
import { actionPath } from '../../protocol';
import { invalidInput, serverLabel } from '../calls/endpoint';
import type { EntityRules } from '../entities';

/**
 * Rules of saved reports. A report is visible to its owner and, if shared, to operators who see its organisation. It
 * is sent on behalf of the operator who last saved it, with the rights that this operator then has.
 */
export const savedReportRules = ({ reports }: Pick<Console, 'reports'>): EntityRules => ({
  within: ({ oper }) => ({
    key: `of operator ${oper.id}`,
    where: sql`(t.oper_id = ${oper.id} or t.shared)`,
  }),
  resolveInput: async ({ current, values, caller, permits, now }) => {
    const whole = { ...current, ...values };
    const report = reports.find(({ name }) => name === whole.report);
    if (!report || !(await permits(actionPath(report.reads, 'list')))) {
      throw invalidInput({ report: serverLabel('noPermission') });
    }
    const { group_by, time_field } = whole;
    const isKnown = reportGroups(report).some(([name]) => name === group_by);
    if (group_by ? !isKnown : !hasRows(report)) {
      throw invalidInput({ group_by: serverLabel('noCount') });
    }
    if (time_field && !(String(time_field) in (report.records?.times ?? {}))) {
      throw invalidInput({ time_field: serverLabel('noCount') });
    }
    const { id: oper_id, operName: owner } = caller.oper;
    const zone = String(whole.zone);
    return { ...values, next_run: nextReportRun({ ...whole, zone }, now) ?? null, owner, oper_id };
  },
});
