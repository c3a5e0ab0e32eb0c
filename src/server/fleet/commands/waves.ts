import { type NotNull, sql } from 'kysely';
import { HOUR } from '../../../domain/duration';
import { CHUNK_WINDOW, type Waves } from '../../../domain/ticket';
import { type Database, inTransaction, lit } from '../../db';

interface BatchInWaves {
  readonly id: number;
  readonly waves: Waves;
  readonly wave: number;
  /** Number of failures when this wave began. */
  readonly forgiven: number;
  readonly total: number;
  readonly create_time: number;
}

interface BatchProgress {
  readonly tickets: number;
  readonly failed: number;
  /** Unfinished tickets of this wave and of earlier ones. */
  readonly under_way: number;
  readonly planned: number;
}

/**
 * Begins the next wave when one has ended. Stops the batch if more tickets failed than its sender allows; it then
 * waits for an operator. A lock that never came online has not failed.
 * @returns locks that can be served now; undefined if nothing changed
 */
export const advanceWaves = (db: Database): Promise<readonly string[] | undefined> =>
  inTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('command_batch')
      .select(['id', 'waves', 'wave', 'forgiven', 'total', 'create_time'])
      .$narrowType<{ waves: NotNull }>()
      .$narrowType<{ waves: NotNull }>()
      .where('state', '=', lit('going'))
      .orderBy('id')
      .forUpdate()
      .skipLocked()
      .execute();
    const sns: string[] = [];
    let changed = false;
    for (const batch of rows) {
      const { id, waves, wave, forgiven } = batch;
      const progress = await readProgress(trx, batch);
      const isWhole =
        progress.tickets >= batch.total || Date.now() - batch.create_time > CHUNK_WINDOW;
      if (
        progress.failed - forgiven > waves.failures &&
        progress.under_way + progress.planned > 0
      ) {
        await stop(trx, id);
      } else if (progress.under_way > 0 || !isWhole) continue;
      else if (progress.planned > 0)
        sns.push(...(await beginWave(trx, id, wave + 1, progress.failed)));
      else
        await trx
          .updateTable('command_batch')
          .set({ state: 'open' })
          .where('id', '=', id)
          .execute();
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
    const rows = await trx
      .selectFrom('command_batch')
      .select(['id', 'waves', 'wave', 'forgiven', 'total', 'create_time'])
      .$narrowType<{ waves: NotNull }>()
      .$narrowType<{ waves: NotNull }>()
      .where('id', '=', id)
      .where('state', 'in', [lit('going'), lit('stopped')])
      .forUpdate()
      .execute();
    const [batch] = rows;
    if (!batch) return false;
    const { failed, planned } = await readProgress(trx, batch);
    if (planned === 0) return false;
    const resumedSns = await beginWave(trx, id, batch.wave, failed);
    if (resumedSns.length === 0) await beginWave(trx, id, batch.wave + 1, failed);
    return true;
  });

const readProgress = async (trx: Database, { id, wave }: BatchInWaves): Promise<BatchProgress> => {
  const rows = await trx
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
    .execute();
  return rows[0] ?? { tickets: 0, failed: 0, under_way: 0, planned: 0 };
};

/** Stops a batch. Sent commands stay with their locks; waiting ones are planned again. */
const stop = async (trx: Database, id: number): Promise<void> => {
  await trx.updateTable('command_batch').set({ state: 'stopped' }).where('id', '=', id).execute();
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
