import type { AnyEntity } from '../../../config';
import { textOf } from '../../../domain/label';
import { type CallContext, CallError, type Caller, type SignedInCall, text } from '../../calls';
import { type EntityTable, inTransaction } from '../../store';
import type { EntityRoom } from '../EntityRoom';
import { reachOf } from '../scopeOf';
import { temporaryFile } from '../temporaryFile';
import { verbCall } from '../verbCall';
import { exportName } from './exportName';
import { type ExportPlan, exportPlan } from './exportPlan';
import { exportTitle } from './exportTitle';
import { writeExport } from './writeExport';

/** Rows of one file at the most, where somebody waits for it; a job has no such limit. */
export const MOST_EXPORTED = 200_000;

/** The entity whose rows are the exports of each operator. */
export const EXPORT_JOB = 'exportJob';

const titles = (room: EntityRoom, caller: Caller) => async (of: string, ids: readonly number[]) => {
  const target = room.config.entities.find(({ name }) => name === of);
  const table = room.tables.get(of);
  if (!target || !table) return [];
  const rows = await table.pick(ids, reachOf(target, room, caller));
  return rows.map((row) => String(row[target.title] ?? ''));
};

/** Leaves the export to whoever has time. @returns the id of its row */
const addJob = async (
  plan: ExportPlan,
  room: EntityRoom,
  jobs: EntityTable,
  { body, locale }: Pick<CallContext, 'body' | 'locale'>,
  caller: Caller,
): Promise<number> => {
  const { config, db, queue } = room;
  const find = titles(room, caller);
  const title = await exportTitle(plan, config.wire, locale, ({ of }, ids) =>
    find(String(of), ids.map(Number)),
  );
  const id = await inTransaction(db, async (transaction) => {
    const row = { title, operate_name: caller.oper.operName };
    const [added] = await jobs.on(transaction).add([row], { orgId: caller.oper.org_id });
    const recordId = Number(added?.id);
    const args = { entity: plan.entity.name, body };
    await queue.add(transaction, { entity: EXPORT_JOB, recordId, caller, locale, args });
    return recordId;
  });
  queue.wake();
  return id;
};

/** Answers the rows that a list would show, all of them, as a spreadsheet; or lets a job write it. */
export const exportCall = (
  entity: AnyEntity,
  table: EntityTable,
  room: EntityRoom,
): SignedInCall => {
  const { config, now, tables } = room;
  return verbCall(entity, 'export', config, async (context, caller) => {
    const { body, locale, signal } = context;
    const plan = exportPlan(entity, config.wire, body);
    const jobs = tables.get(EXPORT_JOB);
    if (body.job === true && jobs) {
      return { job: await addJob(plan, room, jobs, context, caller) };
    }
    const scope = reachOf(entity, room, caller);
    return temporaryFile(exportName(textOf(entity.label, locale), now()), (path) =>
      writeExport(path, plan, {
        db: room.db,
        table,
        scope,
        locale,
        signal,
        counted: (rows) => {
          if (rows <= MOST_EXPORTED) return;
          throw new CallError('invalid', text('tooManyRows', { max: MOST_EXPORTED }));
        },
      }),
    );
  });
};
