import { type Locale, textOf } from '../../domain/label';
import { withSignature } from '../../domain/notice';
import { CallError, serverLabel } from '../calls/endpoint';
import { MailFailure } from './mail';
import { accountFor, type NoticeOptions, sendSmsNow, smsRefusal } from './send';

export interface CodeMessage {
  readonly operId: number;
  readonly code: string;
  /** Purpose of the code, in the operator's language. */
  readonly what: string;
  readonly locale: Locale;
}

/**
 * Sends an operator a one-time code immediately: by text message if possible, otherwise by mail.
 * @returns the masked phone number or mail address
 * @throws CallError `conflict` if the operator has no usable address, or sending failed
 */
export const sendCode = async (
  { db, mailer, sms, title }: Pick<NoticeOptions, 'db' | 'mailer' | 'sms' | 'title'>,
  { operId, code, what, locale }: CodeMessage,
): Promise<string> => {
  const oper = await db
    .selectFrom('oper')
    .select(['org_id', 'operPhone', 'operEmail'])
    .where('id', '=', operId)
    .executeTakeFirst();
  const line = textOf(serverLabel('codeText', { code, what }), locale);
  const phone = oper?.operPhone;
  if (oper && phone && sms && !(await smsRefusal(db, { sn: null, org_id: oper.org_id }))) {
    // The record shows that a message was sent, but not the code.
    const hidden = textOf(serverLabel('codeText', { code: '••••••', what }), locale);
    const error = await sendSmsNow(db, sms, {
      ...{ sn: null, org_id: oper.org_id, phone, now: Date.now() },
      text: withSignature(title, line, locale),
      shown: withSignature(title, hidden, locale),
    });
    if (error === undefined) return `${phone.slice(0, 3)}••••${phone.slice(-2)}`;
  }
  const to = oper?.operEmail;
  const account = to ? await accountFor(db, 1) : undefined;
  if (!to || !account) throw new CallError('conflict', serverLabel('codeNowhere'));
  try {
    await mailer.send(db, account.id, {
      to,
      subject: withSignature(title, what, locale),
      text: line,
    });
  } catch (error) {
    if (error instanceof MailFailure) throw new CallError('conflict', serverLabel('codeNotSent'));
    throw error;
  }
  return to.replace(/^(.).*(?=@)/, '$1••••');
};
