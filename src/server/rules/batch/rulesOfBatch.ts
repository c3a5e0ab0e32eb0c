import { sql } from 'kysely';
import { textOf } from '../../../domain/label';
import { invalid, text } from '../../calls';
import type { ActionWork, EntityRules } from '../../entities';
import type { Row } from '../../store';
import type { RulesRoom } from '../RulesRoom';
import type { Batch, BatchRows } from './Batch';
import { errorFile } from './errorFile';
import { previewBatch } from './previewBatch';

const idsOf = ({ rows }: Pick<ActionWork, 'rows'>) => rows.map(({ id }) => Number(id));

/** The rules of a batch's entity: its rows are jobs that add what its form asks for. */
export const rulesOfBatch = (name: string, batch: Batch, room: RulesRoom): EntityRules => {
  const { config, files, queue } = room;

  const errors = async ({ db, rows: [row], locale }: ActionWork) => {
    const id = Number(row?.id);
    const { rows } = await sql<{ args: BatchRows }>`
      select args from job where entity = ${name} and record_id = ${id}`.execute(db);
    const { target, fields, rows: given } = rows[0]?.args ?? {};
    const entity = config.entities.find((one) => one.name === target);
    if (!entity || !fields || !given) throw new Error(`Batch ${id} has no rows`);
    const found = await queue.errors(db, name, id);
    const file = `${textOf(entity.label, locale)}-${textOf(text('errorFile'), locale)}-${id}.xlsx`;
    return errorFile(file, { entity, fields, rows: given }, found, locale);
  };

  return {
    prepare: async ({ values, caller }) => ({
      ...batch.clean(values),
      operate_name: caller.oper.operName,
    }),
    settle: async ({ db, values, row, caller, locale }) => {
      const args = await batch.rows(values, { files, locale });
      if (args.rows.length === 0) throw invalid({ path: text('noRows') });
      const job = { entity: name, recordId: Number(row.id), caller, locale };
      await queue.add(db, { ...job, args: { ...args }, rows: args.rows.length });
    },
    beforeRemove: (work) => queue.remove(work.db, name, idsOf(work)),
    // How many rows it has was found out after it was stored.
    complete: async (row, { db }) => {
      const { rows } = await sql<Row>`
        select total from ${sql.table(name)} where id = ${row.id}`.execute(db);
      return { ...row, ...rows[0] };
    },
    changed: () => {
      queue.wake();
    },
    actions: {
      cancel: async (work) => ({ done: await queue.cancel(work.db, name, idsOf(work)) }),
      retry: async (work) => ({ done: await queue.retry(work.db, name, idsOf(work)) }),
      errors,
    },
    preview: (values, context) => previewBatch(batch, values, room, context),
  };
};
