import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { createSealer, type Sealer, storedSecret } from '../auth';
import type { Database } from '../db';

/** A mail account as it is used. */
interface MailAccount {
  readonly sender: string;
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before anything is said, or `none` at all. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | null;
  readonly password: string | null;
}

/** A mail in plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly name: string; readonly content: Uint8Array };
}

/**
 * Why a mail did not go: nothing that speaks SMTP answers there; the certificate is not to be trusted; there is no
 * encryption of the wanted sort; name or password is wrong; the sender, the recipient or the mail itself is refused.
 */
export type MailErrorKind =
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'refused';

/** A mail that did not go. It says no word of the server's: what answers at an address is nobody's business. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly trouble: MailErrorKind;

  constructor(trouble: MailErrorKind) {
    super(`Mail not sent: ${trouble}`);
    this.trouble = trouble;
  }
}

/** The stored mail accounts, and mails from them. */
export interface Mailer {
  /** A password as it is stored. */
  seal(password: string): Promise<string>;
  /** Whether an account has a password. */
  hasPassword(db: Database, id: number): Promise<boolean>;
  /**
   * Sends a mail from an account.
   * @throws MailFailure, and Error when there is no such account
   */
  send(db: Database, id: number, mail: Mail): Promise<void>;
}

const sealedPassword = async (db: Database, id: number): Promise<string | null> => {
  const { rows } = await sql<{ password: string | null }>`
    select password from "emailKey" where id = ${id}`.execute(db);
  return rows[0]?.password ?? null;
};

/** Opens the mail accounts of a database; their passwords are kept sealed. */
export const openMailer = (db: Database): Mailer => {
  let opening: Promise<Sealer> | undefined;
  const sealer = (): Promise<Sealer> => {
    opening ??= storedSecret(db, 'mail').then((secret) => createSealer(secret, 'mail'));
    // A database that was away must not keep mails from going for good.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    seal: async (password) => (await sealer()).seal(password),
    hasPassword: async (on, id) => (await sealedPassword(on, id)) !== null,
    send: async (on, id, mail) => {
      const { rows } = await sql<Omit<MailAccount, 'password'>>`
        select sender, host, port, security, "user" from "emailKey" where id = ${id}`.execute(on);
      if (!rows[0]) throw new Error(`There is no mail account ${id}`);
      const sealed = await sealedPassword(on, id);
      const password = sealed === null ? null : (await sealer()).open(sealed);
      await sendMail({ ...rows[0], password }, mail);
    },
  };
};

/** ms for all of it: whoever waits for the answer is gone after 10 s. */
const SEND_TIMEOUT = 8_000;

const transportOf = ({ host, port, security, user, password }: MailAccount) =>
  createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(user && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: SEND_TIMEOUT,
    greetingTimeout: SEND_TIMEOUT,
    socketTimeout: SEND_TIMEOUT,
    dnsTimeout: SEND_TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/**
 * Sends a mail, and waits until the server has taken it; 8 s at the most.
 * @throws MailFailure
 */
const sendMail = async (account: MailAccount, mail: Mail): Promise<void> => {
  const transport = transportOf(account);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFailure('unreachable')), SEND_TIMEOUT);
  });
  // Text beyond ASCII in quoted-printable: servers without 8BITMIME take it too.
  const { to, subject, text, attachment } = mail;
  const attachments = attachment && [
    { filename: attachment.name, content: Buffer.from(attachment.content) },
  ];
  const sent = transport.sendMail({ from: account.sender, to, subject, text, attachments });
  try {
    await Promise.race([sent, timeout]);
  } catch (error) {
    throw error instanceof MailFailure ? error : new MailFailure(classifyMailError(error));
  } finally {
    clearTimeout(timer);
    sent.catch(() => undefined);
    transport.close();
  }
};

/** What nodemailer's errors carry. */
interface SmtpError {
  readonly code?: string;
  /** The system's or OpenSSL's code under nodemailer's own. */
  readonly originalCode?: string;
  /** The SMTP command that failed. */
  readonly command?: string;
  readonly responseCode?: number;
}

/** OpenSSL names what is wrong with a certificate; https://docs.openssl.org/master/man1/openssl-verification-options */
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|VERIFY_LEAF|ALTNAME/;
const ENCRYPTION = /^ERR_SSL|^ERR_TLS|^EPROTO$/;
/** 530 and 535 of RFC 4954: it wants a login, or another one. */
const LOGIN_ANSWERS = [530, 535];

const socketErrorKind = (original = ''): MailErrorKind => {
  if (CERTIFICATE.test(original)) return 'certificate';
  return ENCRYPTION.test(original) ? 'encryption' : 'unreachable';
};

const envelopeErrorKind = (command = ''): MailErrorKind => {
  if (command === 'MAIL FROM') return 'sender';
  return command === 'DATA' ? 'refused' : 'recipient';
};

/** What an error of nodemailer means to a person. */
export const classifyMailError = (error: unknown): MailErrorKind => {
  const { code, originalCode, command, responseCode = 0 } = error as SmtpError;
  if (code === 'EAUTH' || LOGIN_ANSWERS.includes(responseCode)) return 'login';
  if (code === 'ETLS') return CERTIFICATE.test(originalCode ?? '') ? 'certificate' : 'encryption';
  if (code === 'EENVELOPE') return envelopeErrorKind(command);
  return code === 'EMESSAGE' ? 'refused' : socketErrorKind(originalCode);
};
