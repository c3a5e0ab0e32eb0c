import { textOf } from '../../domain/label';
import { CallError, invalidInput, serverLabel, type TextName } from '../calls/endpoint';
import type { ActionWork, EntityRules, RecordChange } from '../entities';
import { type MailErrorKind, type Mailer, MailFailure } from '../notify/mail';

/** Message for each kind of mail failure. */
export const mailTroubles: Readonly<Record<MailErrorKind, TextName>> = {
  unreachable: 'mailUnreachable',
  certificate: 'mailCertificate',
  encryption: 'mailEncryption',
  login: 'mailLogin',
  sender: 'mailSender',
  recipient: 'mailRecipient',
  refused: 'mailRefused',
};

/** Fields that decide where the password is sent. Changing one requires entering the password again. */
const DESTINATION = ['host', 'port', 'security'];

const isElsewhere = ({ current, values }: RecordChange): boolean =>
  DESTINATION.some((name) => name in values && values[name] !== current?.[name]);

const refusalOf = (error: unknown, host: unknown): unknown => {
  if (!(error instanceof MailFailure)) return error;
  const why = serverLabel(mailTroubles[error.trouble], { host });
  return error.trouble === 'recipient' ? invalidInput({ to: why }) : new CallError('conflict', why);
};

const test =
  (mailer: Mailer) =>
  async ({ db, rows, args, locale }: ActionWork) => {
    const to = String(args.to);
    const subject = textOf(serverLabel('testMailSubject'), locale);
    for (const { id, sender, host } of rows) {
      const body = textOf(serverLabel('testMailText', { sender }), locale);
      await mailer.send(db, Number(id), { to, subject, text: body }).catch((error: unknown) => {
        throw refusalOf(error, host);
      });
    }
    return { done: rows.length, message: textOf(serverLabel('mailSent', { to }), locale) };
  };

/** Encrypts passwords of mail accounts before they are stored. Action `test` sends a real mail. */
export const emailKeyRules = (mailer: Mailer): EntityRules => ({
  resolveInput: async (change) => {
    const { db, current, values } = change;
    const { password } = values;
    if (typeof password === 'string') return { ...values, password: await mailer.seal(password) };
    if (current && isElsewhere(change) && (await mailer.hasPassword(db, Number(current.id)))) {
      throw invalidInput({ password: serverLabel('passwordAgain') });
    }
    return values;
  },
  trials: { test: test(mailer) },
});
