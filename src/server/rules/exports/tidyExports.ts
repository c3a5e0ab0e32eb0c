import { sql } from 'kysely';
import { JOB } from '../../../domain/job';
import { EXPORT_JOB } from '../../entities';
import type { RulesRoom } from '../RulesRoom';

/** An export is kept so long, ms. */
export const EXPORTS_KEPT = 7 * 86_400_000;

/** Removes exports that are old or whose operator is gone, and files that belong to none. @param now ms since 1970 */
export const tidyExports = async (
  { db, config, files, queue }: Pick<RulesRoom, 'db' | 'config' | 'files' | 'queue'>,
  now: number,
): Promise<void> => {
  if (!config.entities.some(({ name }) => name === EXPORT_JOB)) return;
  await sql`
    delete from ${sql.table(EXPORT_JOB)} as t using job as j
    where j.entity = ${EXPORT_JOB} and j.record_id = t.id
      and (t.state not in (${JOB.waiting}, ${JOB.running}) and t.end_time < ${now - EXPORTS_KEPT}
        or not exists (select 1 from oper where oper.id = j.oper_id))`.execute(db);
  await queue.removeOrphans(db, EXPORT_JOB);
  const found = await files.jobsWithFiles();
  const { rows } = await sql<{ id: number }>`
    select id from job where id = any(${[...found]}::bigint[])`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  for (const id of found) if (!known.has(id)) await files.removeOfJob(id);
};
