import { sql } from 'kysely';
import { type Label, type Locale, textOf } from '../../domain/label';
import type { ToldOnce } from '../../protocol';
import { entityTable } from '../db';
import { CallError, text } from '../endpoint';
import type { ActionAnswer, ActionWork, EntityRules } from '../entities';
import { deviceOf, issueAccess, revokeAccess } from '../fleet';
import { upPrefix } from '../fleet/link';
import type { LockBroker, RuleDependencies } from './context';

const labels = {
  address: ['Address', '地址'],
  port: ['Port', '端口'],
  protocol: ['Protocol', '协议'],
  clientId: ['Client ID', '客户端 ID'],
  user: ['User name', '用户名'],
  password: ['Password', '密码'],
  topic: ['Publishes to', '发布主题'],
} satisfies Record<string, Label>;

/** Everything a lock must be told, and an address that holds it all, for those that read a code. */
const told = (sn: string, password: string, address: string, locale: Locale): ToldOnce => {
  const { hostname, port, protocol } = new URL(address);
  const secure = protocol === 'mqtts:';
  const values: Readonly<Record<keyof typeof labels, string>> = {
    address: hostname,
    port: port || (secure ? '8883' : '1883'),
    protocol: secure ? 'MQTT 3.1.1, TLS' : 'MQTT 3.1.1',
    clientId: sn,
    user: sn,
    password,
    topic: `${upPrefix(sn)}report`,
  };
  return {
    title: sn,
    lines: (Object.keys(labels) as (keyof typeof labels)[]).map((name) => ({
      label: textOf(labels[name], locale),
      text: values[name],
    })),
    code: `${protocol}//${encodeURIComponent(sn)}:${password}@${hostname}:${values.port}`,
  };
};

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

const snsOf = ({ rows }: ActionWork): string[] => rows.map(({ sn }) => String(sn));

/**
 * Passwords by which locks come to the broker, given and taken. Whoever is connected by an old one is cut off once the
 * change is there for good.
 */
export const lockAccessRules = (
  broker: LockBroker,
): Pick<EntityRules, 'actions' | 'afterCommit'> => {
  const leaving = new Set<string>();

  const connect = async (work: ActionWork): Promise<ActionAnswer> => {
    const { db, caller, locale } = work;
    const { address } = broker;
    if (!broker.hasOwnBroker) throw new CallError('conflict', text('brokerNotOurs', { address }));
    const issued = await issueAccess(db, snsOf(work), caller.oper.operName);
    for (const sn of issued.keys()) leaving.add(sn);
    const isHere = LOOPBACK.test(new URL(address).hostname);
    return {
      done: issued.size,
      secrets: [...issued].map(([sn, password]) => told(sn, password, address, locale)),
      ...(isHere && { message: textOf(text('brokerOnlyHere'), locale) }),
    };
  };

  const cutOff = async (work: ActionWork): Promise<ActionAnswer> => {
    const { address } = broker;
    if (!broker.hasOwnBroker) throw new CallError('conflict', text('brokerNotOurs', { address }));
    const sns = snsOf(work);
    await revokeAccess(work.db, sns, work.caller.oper.operName);
    for (const sn of sns) leaving.add(sn);
    return { done: sns.length };
  };

  return {
    afterCommit: () => {
      for (const sn of leaving) broker.disconnect(sn);
      leaving.clear();
    },
    actions: { connect, cutOff },
  };
};

const NEW_LOCK = { status: 255, communicate_status: 0, stock_status: 1 };

/** Unknown locks become devices of an organisation. */
export const waitingLockRules = ({ db, config }: RuleDependencies): EntityRules => {
  const table = entityTable({ db }, deviceOf(config), config);
  return {
    actions: {
      adopt: async ({ db: transaction, rows, args, caller, now }) => {
        const locks = rows.map(({ sn, protocol }) => ({
          ...NEW_LOCK,
          ...args,
          sn,
          protocol,
          create_time: now,
        }));
        await table.on(transaction).add(locks, { orgId: caller.oper.org_id });
        await sql`delete from "waitingLock" where id = any(${rows.map(({ id }) => Number(id))}::bigint[])`.execute(
          transaction,
        );
        return { done: rows.length };
      },
    },
  };
};
