import { localeOf, textOf } from '../../domain/label';
import { withSignature } from '../../domain/notice';
import { issueToken, operatorOf } from '../auth';
import { serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import type { Notice } from './outbox';

/**
 * Writes the mail of an invitation, in the user's language, with a new link. The token is in the fragment, which browsers
 * send to no server.
 * @returns undefined if the invitation has ended, or the user is disabled or has another address meanwhile
 */
export const composeInvitation = async (
  db: Database,
  { invitation_id: id, recipient }: Pick<Notice, 'invitation_id' | 'recipient'>,
  title: string,
) => {
  const invited = await db
    .selectFrom('invitation')
    .innerJoin('oper', 'oper.id', 'invitation.oper_id')
    .select(['invitation.url', 'oper.id as oper', 'oper.operEmail', 'oper.language'])
    .where('invitation.id', '=', id)
    .executeTakeFirst();
  const oper = invited?.operEmail === recipient && (await operatorOf(db, invited.oper));
  if (!invited || !oper) return undefined;
  const token = await issueToken(db, Number(id));
  if (token === undefined) return undefined;
  const locale = localeOf(invited.language);
  const link = `${invited.url}#${new URLSearchParams({ language: locale, token })}`;
  const { operName: name, loginName: login } = oper;
  const text = textOf(serverLabel('invitationMail', { name, login, title }), locale);
  const subject = textOf(serverLabel('invitationSubject'), locale);
  return { subject: withSignature(title, subject, locale), text: `${text}\n\n${link}` };
};
