import { createTransport } from 'nodemailer';
import type { Mail, MailAccount } from './MailAccount';
import { MailFailure } from './MailFailure';
import { troubleOf } from './troubleOf';

/** ms for all of it: whoever waits for the answer is gone after 10 s. */
const LIMIT = 8_000;

const transportOf = ({ host, port, security, user, password }: MailAccount) =>
  createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(user && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: LIMIT,
    greetingTimeout: LIMIT,
    socketTimeout: LIMIT,
    dnsTimeout: LIMIT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/**
 * Sends a mail, and waits until the server has taken it; 8 s at the most.
 * @throws MailFailure
 */
export const sendMail = async (account: MailAccount, mail: Mail): Promise<void> => {
  const transport = transportOf(account);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFailure('unreachable')), LIMIT);
  });
  // Text beyond ASCII in quoted-printable: servers without 8BITMIME take it too.
  const { to, subject, text } = mail;
  const sent = transport.sendMail({ from: account.sender, to, subject, text });
  try {
    await Promise.race([sent, late]);
  } catch (error) {
    throw error instanceof MailFailure ? error : new MailFailure(troubleOf(error));
  } finally {
    clearTimeout(timer);
    sent.catch(() => undefined);
    transport.close();
  }
};
