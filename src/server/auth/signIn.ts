import { sql } from 'kysely';
import type { Label } from '../../domain/label';
import { newPasswordPattern } from '../../domain/system';
import { rule } from '../../fields';
import type { OperHobbyConfigVo, OperVO, RequestOf } from '../../protocol';
import { changePassword, login, logout } from '../../protocol/contracts/session';
import { answering, answeringAll } from '../calls/answering';
import {
  CallError,
  type CallValues,
  type Endpoint,
  invalidInput,
  type OpenEndpoint,
  type Operator,
  ruleLabel,
  type SignedInEndpoint,
  serverLabel,
} from '../calls/endpoint';
import { createStatement, type Database } from '../db';
import { type LoginKey, useCipher } from './loginKey';
import { findOperator, type StoredOperator } from './operators';
import { hashPassword, needsRehash, verifyPassword } from './passwordHash';
import type { Sessions } from './sessions';
import { rememberAddress, throttledAttempt } from './throttle';

interface SignInDependencies {
  readonly db: Database;
  readonly key: LoginKey;
  readonly sessions: Sessions;
  /** Base URL of uploaded files. */
  readonly imageServerUrl: string;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Endpoints for signing in, signing out and changing the password. */
export const sessionCalls = (dependencies: SignInDependencies): readonly Endpoint[] => [
  loginCall(dependencies),
  logoutCall(dependencies),
  changePasswordCall(dependencies),
];

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Returns the login name or phone number as typed, the operator's condition and the encrypted password.
 * @throws CallError `invalid` if the name or the password is missing
 */
const loginOf = (body: CallValues) => {
  const name = trimmedText(body.username);
  const phone = trimmedText(body.phone);
  const cipher = trimmedText(body.password);
  const missing = [...(name || phone ? [] : ['username']), ...(cipher ? [] : ['password'])];
  if (missing.length > 0) {
    const required = ruleLabel(rule('required'));
    throw invalidInput(Object.fromEntries(missing.map((field) => [field, required])));
  }
  const condition = name
    ? sql`lower(o."loginName") = lower(${name})`
    : sql`o."operPhone" = ${phone}`;
  return { typed: name || phone, condition, cipher };
};

/** Signs an operator in by login name or phone number. */
const loginCall = (dependencies: SignInDependencies): OpenEndpoint =>
  answeringAll(login, {
    code: 'login',
    kind: 'login',
    access: 'open',
    changes: true,
    // Either name will do.
    checkedByWork: ['username', 'phone', 'password'],
    // A password may be typed into the wrong field.
    secrets: ['username', 'phone'],
    work: async (context) => {
      const { db, key, sessions, imageServerUrl, now } = dependencies;
      const { typed, condition, cipher } = loginOf(context.body);
      const { address } = context;
      const oper = await findOperator(db, condition);
      if (oper) context.nameAccount(oper.loginName);
      const account = await throttledAttempt(
        { db, operId: oper?.id, typed, address, now },
        async () => {
          const isNew = await useCipher(db, cipher, now());
          return checkPassword(db, isNew ? oper : undefined, key.decrypt(cipher).trim());
        },
      );
      if (!account) throw new CallError('fail', serverLabel('wrongLogin'));
      context.identify(account);
      if (account.disabled) throw new CallError('fail', serverLabel('disabled'));
      const lastLogin = now();
      const answer = await context.change(async (within) => {
        await within
          .updateTable('oper')
          .set({ last_login: lastLogin })
          .where('id', '=', account.id)
          .execute();
        await rememberAddress(within, account.id, address, lastLogin);
        return {
          token: await sessions.start(account.id, address, within),
          publicKey: key.publicKey,
          imageServerUrl,
          oper: operVO({ ...account, lastLogin }),
          operHobbyConfigVo: await preferencesOf(within, account.id),
        };
      });
      context.giveToken(answer.token);
      return answer;
    },
  });

const selectPreferences = createStatement(['operId'], (db, { operId }: { operId: number }) =>
  db
    .selectFrom('hobby')
    .select([
      'system_title',
      'map_type',
      'map_level',
      'lat',
      'lon',
      'is_voice',
      'is_police_voice',
      'is_police_popup',
      'popup_severity',
    ])
    .where('oper_id', '=', operId)
    .compile(),
);

/** Returns an operator's own settings; null if there are none yet. */
export const preferencesOf = async (
  db: Database,
  operId: number,
): Promise<OperHobbyConfigVo | null> => (await selectPreferences(db, { operId }))[0] ?? null;

/** Converts an operator to its form in the answers of `login` and `getAuth`. */
export const operVO = (oper: Operator): OperVO => ({
  id: oper.id,
  operName: oper.operName,
  loginName: oper.loginName,
  operCode: oper.operCode ?? undefined,
  operPhone: oper.operPhone,
  roleName: oper.roleName ?? undefined,
  role_id: oper.role_id,
  orgVO: {
    id: oper.org_id,
    org_name: oper.org_name,
    logo: oper.logo,
    hasSuperior: oper.hasSuperior,
  },
  mustChange: oper.mustChange,
  lastLogin: oper.lastLogin,
});

/** Ends the session. Open to all, because a call without a valid session has nothing left to end. */
const logoutCall = ({ sessions }: SignInDependencies): OpenEndpoint =>
  answeringAll(logout, {
    code: 'logout',
    kind: 'logout',
    access: 'open',
    changes: true,
    work: async ({ token, identify, change }) => {
      const oper = await sessions.owner(token);
      if (oper) identify(oper);
      return change(async (within) => {
        await sessions.end(token, within);
        return null;
      });
    },
  });

const refuse = (field: keyof RequestOf<typeof changePassword>, why: Label) =>
  invalidInput({ [field]: why });

/** Changes the operator's password and ends all their other sessions. */
const changePasswordCall = ({ db, key, sessions, now }: SignInDependencies): SignedInEndpoint =>
  answering(changePassword, {
    code: 'changePassword',
    kind: 'update',
    access: 'signedIn',
    beforePassword: true,
    changes: true,
    work: async ({ body, address, change }, { oper, token }) => {
      const oldPassword = key.decrypt(body.oldPassword).trim();
      const newPassword = key.decrypt(body.newPassword).trim();
      if (!newPasswordPattern.test(newPassword)) {
        throw refuse('newPassword', ruleLabel(rule('newPassword')));
      }
      // Throttled, so that passwords cannot be tried without limit on an unattended screen.
      const stored = await findOperator(db, sql`o.id = ${oper.id}`);
      const attempt = { db, operId: oper.id, typed: oper.loginName, address, now };
      const right = await throttledAttempt(attempt, () => checkPassword(db, stored, oldPassword));
      if (!right) throw refuse('oldPassword', serverLabel('wrongPassword'));
      if (newPassword === oldPassword) throw refuse('newPassword', serverLabel('samePassword'));
      return change(async (within) => {
        await storePassword(within, oper.id, newPassword);
        await within
          .updateTable('oper')
          .set({ must_change: false })
          .where('id', '=', oper.id)
          .execute();
        await sessions.endOthers(oper.id, token, within);
        return null;
      });
    },
  });

/** Stores a password. The link of an invitation is no longer valid then. */
export const storePassword = async (db: Database, operId: number, plain: string): Promise<void> => {
  const hash = await hashPassword(plain);
  await db.updateTable('oper').set({ password_hash: hash }).where('id', '=', operId).execute();
  await voidInvitation(db, operId);
};

/** Ends the invitation of a user. A mail that waits is not sent. */
export const voidInvitation = async (db: Database, operId: number): Promise<void> => {
  await db.deleteFrom('invitation').where('oper_id', '=', operId).execute();
};

/** Stores a password that the operator must change at the next sign-in. */
export const giveFirstPassword = async (
  db: Database,
  operId: number,
  plain: string,
): Promise<void> => {
  await storePassword(db, operId, plain);
  await db.updateTable('oper').set({ must_change: true }).where('id', '=', operId).execute();
};

/** Returns the operator if the password is right, else undefined. Takes equally long for an unknown operator. */
const checkPassword = async (
  db: Database,
  oper: StoredOperator | undefined,
  plain: string,
): Promise<StoredOperator | undefined> => {
  if (!(await verifyPassword(plain, oper?.password_hash)) || !oper) return undefined;
  const { id, password_hash: hash } = oper;
  if (hash && needsRehash(hash)) await storePassword(db, id, plain);
  return oper;
};
