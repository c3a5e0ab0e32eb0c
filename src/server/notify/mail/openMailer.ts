import { sql } from 'kysely';
import { createSealer, type Sealer, storedSecret } from '../../secrets';
import type { Database } from '../../store';
import type { Mail, MailAccount } from './MailAccount';
import { sendMail } from './sendMail';

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
