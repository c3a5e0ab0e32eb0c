import { createTransport } from 'nodemailer';
import { lazySealer } from '../auth';
import type { Database } from '../db';

interface MailAccount {
  readonly sender: string;
  readonly host: string;
  readonly port: number;
  /** `tls` from the first byte, `starttls` before any other command, or `none`. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | null;
  readonly password: string | null;
}

/** Mail in plain text. */
interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Identifies it if it is sent again; by default each sending has an id of its own. */
  readonly id?: string;
  readonly attachment?: { readonly name: string; readonly content: Uint8Array };
}

/**
 * Reason of a failure: no SMTP server answers (`unreachable`); its certificate is not trusted; the requested encryption
 * is not offered; user name or password is wrong (`login`); or the server refuses the sender, the recipient or the
 * mail.
 */
export type MailErrorKind =
  | 'unreachable'
  | 'certificate'
  | 'encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'refused';

/**
 * Thrown if a mail was not sent. It carries no text of the other server, since it would reveal what answers at an
 * address.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';

  constructor(readonly trouble: MailErrorKind) {
    super(`Mail not sent: ${trouble}`);
  }
}

/** Stored mail accounts, and mails sent from them. */
export interface Mailer {
  seal(password: string): Promise<string>;
  /** True if the account has a password. */
  hasPassword(db: Database, id: number): Promise<boolean>;
  /** Sends a mail from an account. @throws MailFailure; Error if the account does not exist */
  send(db: Database, id: number, mail: Mail): Promise<void>;
}

/** Opens the mail accounts of a database. Their passwords are stored encrypted. */
export const openMailer = (db: Database): Mailer => {
  const sealer = lazySealer(db, 'mail');
  return {
    seal: async (password) => (await sealer()).seal(password),
    hasPassword: async (on, id) => {
      const account = on.selectFrom('emailKey').select('password').where('id', '=', id);
      return ((await account.executeTakeFirst())?.password ?? null) !== null;
    },
    send: async (on, id, mail) => {
      const account = await on
        .selectFrom('emailKey')
        .select(['sender', 'host', 'port', 'security', 'user', 'password'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!account) throw new Error(`There is no mail account ${id}`);
      const password = account.password && (await sealer()).open(account.password);
      await sendMail({ ...account, password }, mail);
    },
  };
};

/** Timeout of a whole attempt, ms. Clients give up after 10 s. */
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

/** Sends a mail and waits, at most 8 s, until the server has accepted it. @throws MailFailure */
const sendMail = async (account: MailAccount, mail: Mail): Promise<void> => {
  const transport = transportOf(account);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailFailure('unreachable')), SEND_TIMEOUT);
  });
  // nodemailer encodes text beyond ASCII as quoted-printable, which servers without 8BITMIME accept too.
  const { id, attachment, ...content } = mail;
  const attachments = attachment && [
    { filename: attachment.name, content: Buffer.from(attachment.content) },
  ];
  const messageId = id && `<${id}@notice.sealdesk>`;
  const sent = transport.sendMail({ ...content, from: account.sender, attachments, messageId });
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

/** Properties of nodemailer's errors. */
interface SmtpError {
  readonly code?: string;
  /** Code of the system or of OpenSSL behind nodemailer's own code. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** OpenSSL's names for certificate errors: https://docs.openssl.org/master/man1/openssl-verification-options */
const CERTIFICATE = /CERT|ISSUER|SELF_SIGNED|VERIFY_LEAF|ALTNAME/;
const ENCRYPTION = /^ERR_SSL|^ERR_TLS|^EPROTO$/;
/** RFC 4954: 530 asks for a login, 535 rejects it. */
const LOGIN_ANSWERS = [530, 535];

export const classifyMailError = (error: unknown): MailErrorKind => {
  const { code, originalCode = '', command, responseCode = 0 } = error as SmtpError;
  if (code === 'EAUTH' || LOGIN_ANSWERS.includes(responseCode)) return 'login';
  if (code === 'ETLS') return CERTIFICATE.test(originalCode) ? 'certificate' : 'encryption';
  if (code === 'EMESSAGE' || (code === 'EENVELOPE' && command === 'DATA')) return 'refused';
  if (code === 'EENVELOPE') return command === 'MAIL FROM' ? 'sender' : 'recipient';
  if (CERTIFICATE.test(originalCode)) return 'certificate';
  return ENCRYPTION.test(originalCode) ? 'encryption' : 'unreachable';
};
