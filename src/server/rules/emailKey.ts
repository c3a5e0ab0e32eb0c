import { textOf } from '../../domain/label';
import { CallError, invalid, type TextName, text } from '../endpoint';
import type { ActionWork, Change, EntityRules } from '../entities';
import { type Mailer, MailFailure, type MailTrouble } from '../notify/mail';

/** What keeps a mail from going, as it is told. */
export const mailTroubles: Readonly<Record<MailTrouble, TextName>> = {
  unreachable: 'mailUnreachable',
  certificate: 'mailCertificate',
  encryption: 'mailEncryption',
  login: 'mailLogin',
  sender: 'mailSender',
  recipient: 'mailRecipient',
  refused: 'mailRefused',
};

/** Where a password would go to: whoever changes it must know the password. */
const DESTINATION = ['host', 'port', 'security'];

const isElsewhere = ({ current, values }: Change): boolean =>
  DESTINATION.some((name) => name in values && values[name] !== current?.[name]);

const refusalOf = (error: unknown, host: unknown): unknown => {
  if (!(error instanceof MailFailure)) return error;
  const why = text(mailTroubles[error.trouble], { host });
  return error.trouble === 'recipient' ? invalid({ to: why }) : new CallError('conflict', why);
};

const test =
  (mailer: Mailer) =>
  async ({ db, rows, args, locale }: ActionWork) => {
    const to = String(args.to);
    const subject = textOf(text('testMailSubject'), locale);
    for (const { id, sender, host } of rows) {
      const body = textOf(text('testMailText', { sender }), locale);
      await mailer.send(db, Number(id), { to, subject, text: body }).catch((error: unknown) => {
        throw refusalOf(error, host);
      });
    }
    return { done: rows.length, message: textOf(text('mailSent', { to }), locale) };
  };

/** Passwords of mail accounts are kept sealed; a test sends a real mail. */
export const emailKeyRules = (mailer: Mailer): EntityRules => ({
  resolveInput: async (change) => {
    const { db, current, values } = change;
    const { password } = values;
    if (typeof password === 'string') return { ...values, password: await mailer.seal(password) };
    if (current && isElsewhere(change) && (await mailer.hasPassword(db, Number(current.id)))) {
      throw invalid({ password: text('passwordAgain') });
    }
    return values;
  },
  trials: { test: test(mailer) },
});
