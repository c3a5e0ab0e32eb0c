import { sql } from 'kysely';
import type { Label } from '../../domain/label';
import { newPasswordPattern } from '../../domain/password';
import { rule } from '../../fields';
import { CALL } from '../../protocol';
import { invalid, ruleLabel, type SignedInCall, text, type Values } from '../calls';
import { checkPassword, storePassword } from './checkPassword';
import type { LoginKey } from './loginKey';
import type { SessionRoom } from './sessionRoom';
import { attempt } from './throttle';

const FIELDS = ['oldPassword', 'newPassword'] as const;

const passwordsOf = (body: Values, key: LoginKey) => {
  const missing = FIELDS.filter((field) => typeof body[field] !== 'string' || body[field] === '');
  const required = ruleLabel(rule('required'));
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, required])));
  return FIELDS.map((field) => key.decrypt(String(body[field])).trim()) as [string, string];
};

const refuse = (field: (typeof FIELDS)[number], why: Label) => invalid({ [field]: why });

/** Gives the operator a new password and ends every other session of theirs. */
export const changePasswordCall = ({ db, key, sessions, now }: SessionRoom): SignedInCall => ({
  path: CALL.CHANGE_PASSWORD,
  label: ['Change password', '修改密码'],
  code: 'changePassword',
  kind: 'update',
  access: 'signedIn',
  beforePassword: true,
  changes: true,
  request: {
    type: 'object',
    properties: Object.fromEntries(
      FIELDS.map((field) => [field, { type: 'string', description: 'Encrypted, as at login' }]),
    ),
    required: FIELDS,
  },
  answer: { type: 'null' },
  work: async ({ body, address }, { oper, token }) => {
    const [old, wanted] = passwordsOf(body, key);
    if (!newPasswordPattern.test(wanted)) {
      throw refuse('newPassword', ruleLabel(rule('newPassword')));
    }
    // Somebody at an unattended screen must not be able to try passwords without end.
    const right = await attempt({ db, user: oper.loginName, address, now }, () =>
      checkPassword(db, sql`o.id = ${oper.id}`, old),
    );
    if (!right) throw refuse('oldPassword', text('wrongPassword'));
    if (wanted === old) throw refuse('newPassword', text('samePassword'));
    await storePassword(db, oper.id, wanted);
    await sql`update oper set must_change = false where id = ${oper.id}`.execute(db);
    await sessions.endOthers(oper.id, token);
    return null;
  },
});
