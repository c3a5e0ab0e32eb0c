import { rename, rm } from 'node:fs/promises';
import { CallError, text, type Values } from '../../calls';
import type { JobRun, JobWork } from '../../jobs';
import type { EntityRoom } from '../EntityRoom';
import { refusalOf } from '../refusalOf';
import { reachOf } from '../scopeOf';
import { exportPlan } from './exportPlan';
import { writeExport } from './writeExport';

const write = async (room: EntityRoom, run: JobRun, path: string): Promise<void> => {
  const { job, caller, signal, tell } = run;
  const { config, tables } = room;
  const entity = config.entities.find(({ name }) => name === job.args.entity);
  const table = entity && tables.get(entity.name);
  if (!entity || !table) throw new CallError('notFound', text('notFound'));
  try {
    const plan = exportPlan(entity, config.wire, job.args.body as Values);
    const scope = reachOf(entity, room, caller);
    const total = await table.total(plan.selection, scope);
    let done = 0;
    await tell({ done, total });
    const counted = (rows: number) => {
      done = rows;
      return tell({ done, total });
    };
    const { db } = room;
    await writeExport(path, plan, { db, table, scope, locale: job.locale, signal, counted });
    // Rows came and went meanwhile.
    await tell({ done, total: done }, true);
  } catch (error) {
    throw refusalOf(error, entity, config);
  }
};

/** Writes exports beside the calls. One that was interrupted begins anew: its pieces are of no use. */
export const exportWork =
  (room: EntityRoom): JobWork =>
  async (run) => {
    const { id, claim } = run.job;
    await room.files.removeOfJob(id);
    const piece = room.files.ofJob(id, claim);
    try {
      await write(room, run, piece);
      await rename(piece, room.files.ofJob(id));
    } finally {
      await rm(piece, { force: true });
    }
  };
