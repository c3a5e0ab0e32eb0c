import { type NotNull, sql } from 'kysely';
import { HOUR } from '../../../domain/duration';
import { CHUNK_WINDOW } from '../../../domain/ticket';
import { type Database, inTransaction, lit, type RowOf } from '../../db';

/** Batches in waves, row-locked. `forgiven` is the number of failures when the wave began. */
const batchesInWaves = (trx: Database) =>
  trx
    .selectFrom('command_batch')
    .select(['id', 'waves', 'wave', 'forgiven', 'total', 'create_time'])
    .$narrowType<{ waves: NotNull }>()
    .orderBy('id')
    .forUpdate();

/**
 * Begins the next wave when one has ended. Stops the batch if more tickets failed than its sender allows; it then
 * waits for an operator. A lock that never came online has not failed.
 * @returns locks that can be served now; undefined if nothing changed
 */
export const advanceWaves = (db: Database): Promise<readonly string[] | undefined> =>
  inTransaction(db, async (trx) => {
    const rows = await batchesInWaves(trx).where('state', '=', lit('going')).skipLocked().execute();
    const sns: string[] = [];
    let changed = false;
    for (const batch of rows) {
      const { id, waves, wave, forgiven } = batch;
      const { tickets, failed, under_way, planned } = await readProgress(trx, batch);
      const isWhole = tickets >= batch.total || Date.now() - batch.create_time > CHUNK_WINDOW;
      if (failed - forgiven > waves.failures && under_way + planned > 0) await stop(trx, id);
      else if (under_way > 0 || !isWhole) continue;
      else if (planned > 0) sns.push(...(await beginWave(trx, id, wave + 1, failed)));
      else await setBatchState(trx, id, 'open');
      changed = true;
    }
    return changed ? sns : undefined;
  });

/**
 * Continues a batch at an operator's request: its stopped wave, else the next one.
 * @returns false if there is nothing to continue
 */
export const nextWave = (db: Database, id: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const batch = await batchesInWaves(trx)
      .where('id', '=', id)
      .where('state', 'in', [lit('going'), lit('stopped')])
      .executeTakeFirst();
    if (!batch) return false;
    const { failed, planned } = await readProgress(trx, batch);
    if (planned === 0) return false;
    const resumedSns = await beginWave(trx, id, batch.wave, failed);
    if (resumedSns.length === 0) await beginWave(trx, id, batch.wave + 1, failed);
    return true;
  });

const setBatchState = (trx: Database, id: number, state: RowOf<'command_batch'>['state']) =>
  trx.updateTable('command_batch').set({ state }).where('id', '=', id).execute();

/** Counts the tickets of a batch; of the unfinished ones, those of a wave and of earlier ones. */
const readProgress = (trx: Database, { id, wave }: Pick<RowOf<'command_batch'>, 'id' | 'wave'>) =>
  trx
    .selectFrom('appointmentCommandRecord')
    .select(({ fn, eb, and, or }) => {
      const count = () => fn.countAll<number>();
      return [
        count().as('tickets'),
        count()
          .filterWhere(
            or([
              eb('state', '=', lit('failure')),
              and([eb('state', '=', lit('invalid')), eb('send_time', 'is not', null)]),
            ]),
          )
          .as('failed'),
        count()
          .filterWhere('state', 'in', [lit('waiting'), lit('sent')])
          .filterWhere('wave', '<=', wave)
          .as('under_way'),
        count().filterWhere('state', '=', lit('planned')).as('planned'),
      ];
    })
    .where('batch_id', '=', id)
    .executeTakeFirstOrThrow();

/** Stops a batch. Sent commands stay with their locks; waiting ones are planned again. */
const stop = async (trx: Database, id: number): Promise<void> => {
  await setBatchState(trx, id, 'stopped');
  await trx
    .updateTable('appointmentCommandRecord')
    .set({ state: 'planned' })
    .where('batch_id', '=', id)
    .where('state', '=', lit('waiting'))
    .execute();
};

const beginWave = async (
  trx: Database,
  id: number,
  wave: number,
  forgiven: number,
): Promise<readonly string[]> => {
  const now = Date.now();
  await trx
    .updateTable('command_batch')
    .set({ state: 'going', wave, forgiven })
    .where('id', '=', id)
    .execute();
  const rows = await trx
    .updateTable('appointmentCommandRecord as ticket')
    .from('command_batch as batch')
    .set((eb) => ({
      state: 'waiting',
      deadline: sql<number>`${now}::bigint + (${eb.ref('batch.hours')} * ${HOUR})::bigint`,
    }))
    .where('batch.id', '=', id)
    .whereRef('ticket.batch_id', '=', 'batch.id')
    .where('ticket.state', '=', lit('planned'))
    .where('ticket.wave', '<=', wave)
    .returning('ticket.sn')
    .$narrowType<{ sn: NotNull }>()
    .execute();
  return rows.map(({ sn }) => sn);
};
