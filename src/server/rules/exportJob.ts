import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import { JOB } from '../../domain/job';
import type { Locale } from '../../domain/label';
import { CallError, type CallValues, FileAnswer, serverLabel } from '../calls/endpoint';
import type { RowOf } from '../db';
import { isClockInDoubt } from '../db/serverClock';
import {
  type ActionWork,
  type EntityRules,
  EXPORT_JOB,
  exportName,
  exportPath,
  readerZone,
  rowIds,
  SENT_LIST,
} from '../entities';
import { notAllowed } from '../jobs';
import type { RuleDependencies } from './context';

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in a file's name.
const forbidden = /\s*[\\/:*?"<>|\u0000-\u001f]+\s*/g;

const download =
  ({ config, files, queue }: RuleDependencies) =>
  async ({ db, rows: [row], permits }: ActionWork): Promise<FileAnswer> => {
    const id = await queue.idOf(db, EXPORT_JOB, Number(row?.id));
    const { args } = await db
      .selectFrom('job')
      .select('args')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    if (!(await permits(exportPath(config, args)))) throw notAllowed();
    const file = await files.findOfJob(Number(id), db);
    if (!file) throw new CallError('notFound', serverLabel('exportGone'));
    const name = String(row?.title ?? '').replace(forbidden, ' ');
    const content = {
      open: async () => ({ size: file.size, stream: await files.read(file) }),
      discard: async () => {},
    };
    const zone = await readerZone(db, (args.body as CallValues | undefined)?.zone);
    return new FileAnswer(content, exportName(name, Number(row?.create_time), zone));
  };

/** Restricts exports, and lists that are mailed every Monday, to their operator. */
export const exportRules = (
  dependencies: RuleDependencies,
): Readonly<Record<string, EntityRules>> => ({
  [SENT_LIST]: {
    within: ({ oper }) => ({ key: `of operator ${oper.id}`, where: sql`t.oper_id = ${oper.id}` }),
    inLanguage: (row, locale) => {
      const { title, titles } = row as Partial<RowOf<'sentList'>>;
      return { ...row, title: (titles as Partial<Record<Locale, string>>)?.[locale] ?? title };
    },
  },
  [EXPORT_JOB]: {
    within: ({ oper }) => ({
      key: `of operator ${oper.id}`,
      where: sql`exists (select 1 from job as j
        where j.entity = ${EXPORT_JOB} and j.record_id = t.id and j.oper_id = ${oper.id})`,
    }),
    afterCommit: () => {
      // The sweep deletes what cannot be deleted now.
      deleteOldExports(dependencies, dependencies.now()).catch(() => undefined);
    },
    actions: {
      cancel: async (work) => ({
        done: await dependencies.queue.cancel(work.db, EXPORT_JOB, rowIds(work.rows)),
      }),
      download: download(dependencies),
    },
  },
});

/** Retention of finished exports, ms. */
const EXPORT_RETENTION = 7 * DAY;

/** Deletes exports that are old or whose operator no longer exists, and files without a job. @param now epoch ms */
export const deleteOldExports = async (
  { db, config, files, queue }: Pick<RuleDependencies, 'db' | 'config' | 'files' | 'queue'>,
  now: number,
): Promise<void> => {
  if (!config.entities.some(({ name }) => name === EXPORT_JOB)) return;
  const oldest = (await isClockInDoubt(db, now)) ? 0 : now - EXPORT_RETENTION;
  await db
    .deleteFrom('exportJob as t')
    .using('job as j')
    .where('j.entity', '=', EXPORT_JOB)
    .whereRef('j.record_id', '=', 't.id')
    .where(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        and([eb('t.state', 'not in', [JOB.waiting, JOB.running]), eb('t.end_time', '<', oldest)]),
        not(exists(selectFrom('oper').whereRef('oper.id', '=', 'j.oper_id'))),
      ]),
    )
    .execute();
  await queue.removeOrphans(db, EXPORT_JOB);
  await files.removeOfDeletedJobs();
};
