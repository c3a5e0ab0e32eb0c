import { type RawBuilder, sql } from 'kysely';
import { rule } from '../../fields';
import { CALL, type LoginAnswer } from '../../protocol';
import { type CallContext, CallError, invalid, type OpenCall, ruleLabel, text } from '../calls';
import { checkPassword } from './checkPassword';
import { hobbyOf } from './hobby';
import { operVO } from './operVO';
import type { SessionRoom } from './sessionRoom';
import { attempt } from './throttle';

const given = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

interface Login {
  /** Name or phone, as typed. */
  readonly user: string;
  readonly condition: RawBuilder<unknown>;
  readonly cipher: string;
}

const loginOf = ({ body }: CallContext): Login => {
  const name = given(body.username);
  const phone = given(body.phone);
  const cipher = given(body.password);
  const missing = [...(name || phone ? [] : ['username']), ...(cipher ? [] : ['password'])];
  if (missing.length > 0) {
    const required = ruleLabel(rule('required'));
    throw invalid(Object.fromEntries(missing.map((field) => [field, required])));
  }
  const condition = name ? sql`o."loginName" = ${name}` : sql`o."operPhone" = ${phone}`;
  return { user: name || phone, condition, cipher };
};

/** Signs an operator in by name or by phone number. */
export const loginCall = (room: SessionRoom): OpenCall => ({
  path: CALL.LOGIN,
  label: ['Sign in', '登录'],
  code: 'login',
  kind: 'login',
  access: 'open',
  changes: true,
  request: {
    type: 'object',
    properties: {
      username: { type: 'string' },
      phone: { type: 'string', description: 'Instead of username: the number of its owner' },
      password: { type: 'string', description: 'RSA, PKCS#1 v1.5, base64' },
    },
    required: ['password'],
  },
  answer: { type: 'object' },
  work: async (context): Promise<LoginAnswer> => {
    const { db, key, sessions, imageServerUrl, now } = room;
    const { user, condition, cipher } = loginOf(context);
    const { address } = context;
    const found = await attempt({ db, user, address, now }, () =>
      checkPassword(db, condition, key.decrypt(cipher).trim()),
    );
    if (!found) throw new CallError('fail', text('wrongLogin'));
    context.identify(found);
    if (found.disabled) throw new CallError('fail', text('disabled'));
    const lastLogin = now();
    await sql`update oper set last_login = ${lastLogin} where id = ${found.id}`.execute(db);
    const token = await sessions.start(found.id, address);
    context.giveToken(token);
    return {
      token,
      publicKey: key.publicKey,
      imageServerUrl,
      oper: operVO({ ...found, lastLogin }),
      operHobbyConfigVo: await hobbyOf(db, found.id),
    };
  },
});
