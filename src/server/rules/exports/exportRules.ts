import { access } from 'node:fs/promises';
import { sql } from 'kysely';
import { CallError, FileAnswer, text } from '../../calls';
import { type ActionWork, type EntityRules, EXPORT_JOB, exportName } from '../../entities';
import type { RulesRoom } from '../RulesRoom';
import { tidyExports } from './tidyExports';

const idsOf = ({ rows }: Pick<ActionWork, 'rows'>) => rows.map(({ id }) => Number(id));

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in a file's name.
const forbidden = /\s*[\\/:*?"<>|\u0000-\u001f]+\s*/g;

const download =
  ({ files, queue }: RulesRoom) =>
  async ({ db, rows: [row] }: ActionWork): Promise<FileAnswer> => {
    const id = await queue.idOf(db, EXPORT_JOB, Number(row?.id));
    const path = files.ofJob(Number(id));
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (!isThere) throw new CallError('notFound', text('exportGone'));
    const name = String(row?.title ?? '').replace(forbidden, ' ');
    return new FileAnswer(path, exportName(name, Number(row?.create_time)), true);
  };

/** Exports are seen by whoever started them, and by nobody else. */
export const exportRules = (room: RulesRoom): Readonly<Record<string, EntityRules>> => ({
  [EXPORT_JOB]: {
    within: ({ oper }) => ({
      key: `of operator ${oper.id}`,
      where: sql`exists (select 1 from job as j
        where j.entity = ${EXPORT_JOB} and j.record_id = t.id and j.oper_id = ${oper.id})`,
    }),
    changed: () => {
      // What could not be removed now is removed by the sweep.
      tidyExports(room, room.now()).catch(() => undefined);
    },
    actions: {
      cancel: async (work) => ({
        done: await room.queue.cancel(work.db, EXPORT_JOB, idsOf(work)),
      }),
      download: download(room),
    },
  },
});
