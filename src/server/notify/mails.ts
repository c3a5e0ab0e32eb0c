import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { SECOND } from '../../domain/duration';
import { type Label, type Locale, localeOf, textOf } from '../../domain/label';
import { type LockEvent, withSignature } from '../../domain/notice';
import { REPORT_RESULT } from '../../domain/report';
import { issueToken, loadMenus } from '../auth';
import { serverLabel } from '../calls/endpoint';
import { type Database, json, type NewRow, type RowOf } from '../db';
import { type DuePlan, type DueRow, dueRowsTasks, markRun } from '../work/claims';
import type { Task, TaskRun } from '../work/worker';

/** Content of a mail in plain text. */
type Content = Pick<NewRow<'notice'>, 'subject' | 'body' | 'file_name' | 'file'>;

/** Mail to an address. `oper_id` is the user who must still have it; `needs` are judged when the mail goes out. */
interface Mail extends Content, Pick<NewRow<'notice'>, 'org_id' | 'recipient' | 'oper_id'> {
  /** Its link is made when the mail goes out, so the queue has none. */
  readonly invitation_id?: number;
  readonly needs?: NonNullable<RowOf<'notice'>['needs']>;
}

/**
 * Queues a mail that concerns no lock. It is sent from the enabled mail accounts and retried until a server accepts it.
 * Every attempt is recorded.
 */
export const queueMail = async (
  trx: Database,
  { needs, ...mail }: Mail,
  now = Date.now(),
): Promise<void> => {
  await trx
    .insertInto('notice')
    .values({
      ...{ sn: '', channel: 'mail', recipient_org: mail.org_id, event: json({} as LockEvent) },
      // A unique value keeps the mail apart from others.
      language: `mail ${randomUUID()}`,
      ...{ tries: 0, create_time: now, next_time: now },
      ...mail,
      needs: needs && json(needs),
    })
    .execute();
};

/** Limit of an attachment, MiB. Base64 makes 10.0 MB of it; Postfix refuses mails of more than 10.24 MB by default. */
const MAX_ATTACHED = 7;

/** Spreadsheet to be mailed, with the role of an operator who may open one of the pages, the best first. */
interface Sheet {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  /** Name of the sender. */
  readonly owner: string;
  readonly locale: Locale;
  readonly role_id: number;
  readonly pages: readonly string[];
}

/** Installation that mails a sheet. */
interface Installation {
  readonly db: Database;
  readonly consoleUrl: () => string | undefined;
  readonly title: string;
}

/** Writes the mail with a list or a report. A file beyond the limit is replaced by a link to a page that has it. */
export const sheetMail = async (
  { db, consoleUrl, title: installation }: Installation,
  text: 'listMail' | 'reportMail',
  { path, name, title, owner, locale, role_id, pages }: Sheet,
): Promise<Content> => {
  const subject = withSignature(installation, title, locale);
  const isAttached = (await stat(path)).size <= MAX_ATTACHED * 1024 ** 2;
  const bodyWith = (rest: Label) =>
    [serverLabel(text, { title, owner }), rest]
      .map((sentence) => textOf(sentence, locale))
      .join(textOf([' ', ''], locale));
  if (isAttached) {
    const file = await readFile(path);
    return { subject, body: bodyWith(serverLabel('attached')), file_name: name, file };
  }
  const body = bodyWith(serverLabel('tooLargeToAttach', { max: MAX_ATTACHED }));
  const { menus } = await loadMenus(db, role_id);
  const [page] = pages.flatMap((url) => menus.find(({ menuUrl }) => menuUrl === url) ?? []);
  const url = consoleUrl();
  return { subject, body: page && url ? `${body}\n\n${url}/${page.menuCode}` : body };
};

/**
 * Writes the mail of an invitation, in the user's language, with a new link. The token is in the fragment, which browsers
 * send to no server.
 * @returns undefined if the invitation has ended meanwhile
 */
export const composeInvitation = async (
  db: Database,
  id: number,
  title: string,
): Promise<Content | undefined> => {
  const invited = await db
    .selectFrom('invitation')
    .innerJoin('oper', 'oper.id', 'invitation.oper_id')
    .select(['url', 'language', 'operName as name', 'loginName as login'])
    .where('invitation.id', '=', id)
    .executeTakeFirst();
  const token = await issueToken(db, id);
  if (!invited || token === undefined) return undefined;
  const { url, name, login } = invited;
  const locale = localeOf(invited.language);
  const link = `${url}#${new URLSearchParams({ language: locale, token })}`;
  const text = textOf(serverLabel('invitationMail', { name, login, title }), locale);
  const subject = textOf(serverLabel('invitationSubject'), locale);
  return { subject: withSignature(title, subject, locale), body: `${text}\n\n${link}` };
};

/**
 * Creates the tasks of rows that are mailed when they are due. The mails and the next run commit together, so a parallel
 * server finds the row no longer due.
 * @param compose returns the step that queues the mails; undefined if the owner may no longer send them
 */
export const dueMailTasks = <R extends DueRow>(
  db: Database,
  {
    compose,
    ...plan
  }: Omit<DuePlan<R>, 'every' | 'perform' | 'fail'> & {
    readonly compose: (
      row: R,
      now: TaskRun['now'],
    ) => Promise<((transaction: Database) => Promise<void>) | undefined>;
  },
): readonly Task[] => {
  const mark = (on: Database, row: R, now: number, last_note: number) =>
    markRun(on, plan, row, { last_run: now, last_note, next_run: plan.nextRun(row, now) ?? null });
  return dueRowsTasks<R>(db, {
    ...plan,
    every: 5 * SECOND,
    perform: async (row, now) => {
      const queue = await compose(row, now);
      const result = queue ? REPORT_RESULT.queued : REPORT_RESULT.notAllowed;
      await db.transaction().execute(async (transaction) => {
        if (await mark(transaction, row, now(), result)) await queue?.(transaction);
      });
    },
    fail: (row, now) => mark(db, row, now, REPORT_RESULT.failed),
  });
};
