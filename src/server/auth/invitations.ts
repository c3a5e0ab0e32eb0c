import { type ExpressionBuilder, sql } from 'kysely';
import { HOUR } from '../../domain/duration';
import { newPasswordPattern } from '../../domain/system';
import { rule } from '../../fields';
import { acceptInvitation } from '../../protocol/contracts/session';
import { answeringAll } from '../calls/answering';
import {
  CallError,
  invalidInput,
  type OpenEndpoint,
  ruleLabel,
  serverLabel,
} from '../calls/endpoint';
import { DATABASE_NOW, type Database, type Tables } from '../db';
import type { LoginKey } from './loginKey';
import { findOperator } from './operators';
import { newToken, tokenHash } from './sessions';
import { storePassword, voidInvitation } from './signIn';
import { throttledAttempt } from './throttle';

/** Validity of a link from the time at which its mail goes out, ms. */
const INVITATION_TTL = 48 * HOUR;

/**
 * Invites a user, whose earlier link is no longer valid. The link gets its token when the mail goes out.
 * @param url of the page that sets the password
 * @returns the id of the invitation
 */
export const addInvitation = async (db: Database, operId: number, url: string): Promise<number> => {
  await voidInvitation(db, operId);
  const { id } = await db
    .insertInto('invitation')
    .values({ oper_id: operId, url })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/**
 * Gives an invitation a new token, of which only the hash is stored. An earlier one is no longer valid.
 * @returns the token; undefined if the invitation has ended
 */
export const issueToken = async (db: Database, id: number): Promise<string | undefined> => {
  const token = newToken();
  const rows = await db
    .updateTable('invitation')
    .set({
      token_hash: tokenHash(token),
      expires: sql<number>`${DATABASE_NOW} + ${INVITATION_TTL}`,
    })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return rows.length > 0 ? token : undefined;
};

/** Returns the time until which the link of a user is valid, epoch ms; null if there is none or its mail waits. */
export const invitedUntil = async (db: Database, operId: number): Promise<number | null> => {
  const row = await db
    .selectFrom('invitation')
    .select('expires')
    .where('oper_id', '=', operId)
    .where('expires', '>', DATABASE_NOW)
    .executeTakeFirst();
  return row?.expires ?? null;
};

const isValid =
  (token: string) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'invitation'>) =>
    and([eb('token_hash', '=', tokenHash(token)), eb('expires', '>', DATABASE_NOW)]);

/** Returns the user of an invitation; undefined if there is none, or if the user may not sign in. */
const enabledUser = async (db: Database, invitation: { readonly oper_id: number } | undefined) => {
  const oper = invitation && (await findOperator(db, sql`o.id = ${invitation.oper_id}`));
  return oper?.disabled ? undefined : oper;
};

const findInvited = async (db: Database, token: string) => {
  const valid = db.selectFrom('invitation').select('oper_id').where(isValid(token));
  return enabledUser(db, await valid.executeTakeFirst());
};

/** Ends an invitation and returns its user. Of two concurrent calls, one gets it. */
const takeInvited = async (db: Database, token: string) => {
  const deletion = db.deleteFrom('invitation').where(isValid(token)).returning('oper_id');
  return enabledUser(db, await deletion.executeTakeFirst());
};

/** Endpoint that sets the first password of a user who has the link of an invitation. */
export const acceptInvitationCall = ({
  db,
  key,
  now,
}: {
  readonly db: Database;
  readonly key: LoginKey;
  /** Epoch ms. */
  readonly now: () => number;
}): OpenEndpoint =>
  answeringAll(acceptInvitation, {
    code: 'acceptInvitation',
    kind: 'update',
    access: 'open',
    changes: true,
    work: async ({ body, address, change, identify }) => {
      const { token } = body;
      const over = () => new CallError('fail', serverLabel('invitationOver'));
      const attempt = { db, operId: undefined, typed: token, address, now };
      const user = await throttledAttempt(attempt, () => findInvited(db, token));
      if (!user) throw over();
      const password = key.decrypt(body.newPassword).trim();
      if (!newPasswordPattern.test(password)) {
        throw invalidInput({ newPassword: ruleLabel(rule('newPassword')) });
      }
      return change(async (within) => {
        const oper = await takeInvited(within, token);
        if (!oper) throw over();
        identify(oper);
        await storePassword(within, oper.id, password);
        return { username: oper.loginName };
      });
    },
  });
