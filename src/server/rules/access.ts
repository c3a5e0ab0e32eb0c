import type { Row } from '../../config';
import { type LockProtocol, lockProtocol, NATIVE, PROTOCOL } from '../../domain/family';
import { choiceLabel, type Label, type Locale, textOf } from '../../domain/label';
import { type ActionAnswer, actionPath, type OneTimeSecret } from '../../protocol';
import { CallError, serverLabel } from '../calls/endpoint';
import { anyOf, entityTable } from '../db';
import type { ActionWork, EntityRules } from '../entities';
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
  id: ['ID of the lock', '设备 ID'],
  words: ['Send to the lock', '发给设备'],
  parameters: ['Parameters for the lock', '写入锁的参数'],
} satisfies Record<string, Label>;

/** Returns the connection settings to enter in a lock, and the same as one URL for locks that scan a code. */
const accessSecret = (
  sn: string,
  password: string,
  address: string,
  locale: Locale,
): OneTimeSecret => {
  const { hostname, port, protocol } = new URL(address);
  const secure = protocol === 'mqtts:';
  const values = {
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
    lines: linesOf(values, locale),
    code: `${protocol}//${encodeURIComponent(sn)}:${password}@${hostname}:${values.port}`,
  };
};

const linesOf = (
  values: { readonly [name in keyof typeof labels]?: string },
  locale: Locale,
): OneTimeSecret['lines'] =>
  (Object.keys(labels) as (keyof typeof labels)[]).flatMap((name) => {
    const text = values[name];
    return text === undefined ? [] : [{ label: textOf(labels[name], locale), text: text }];
  });

/** Configuration commands to send to a lock, by protocol (Jointech manual, P06). */
const WORDS: Readonly<Partial<Record<LockProtocol, (host: string, port: string) => string>>> = {
  [PROTOCOL.jointech]: (host, port) => `(P06,1,${host},${port},APN,USER,PASSWORD)`,
};

/** Parameters to set with the manufacturer's tool, by protocol: HHD's one-byte ids, and JT/T 808, table 12. */
const PARAMETERS: Readonly<Partial<Record<LockProtocol, (host: string, port: string) => string>>> =
  {
    [PROTOCOL.hhd]: (host, port) => `03 = ${host}, 05 = ${port}`,
    [PROTOCOL.jt808]: (host, port) => `0x0013 = ${host}, 0x0018 = ${port}`,
  };

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

const protocolOf = ({ protocol }: Row): LockProtocol =>
  lockProtocol.find(([value]) => value === protocol)?.[0] ?? PROTOCOL.mqtt;

const isNative = (row: Row): boolean => NATIVE.includes(protocolOf(row));

const snsOf = ({ rows }: ActionWork): string[] => rows.map(({ sn }) => String(sn));

/**
 * Returns the gateway settings of native-protocol locks. They have no password; deleting their `lock_access` rows
 * lifts an earlier cut-off.
 */
const connectNative = async (
  { db, locale }: ActionWork,
  rows: readonly Row[],
  broker: LockBroker,
): Promise<OneTimeSecret[]> => {
  const native = rows.filter(isNative);
  const host = broker.gatewayHost;
  const secrets = native.map((row): OneTimeSecret => {
    const sn = String(row.sn);
    const protocol = protocolOf(row);
    const name = textOf(choiceLabel(lockProtocol, protocol) ?? [sn, sn], locale);
    const gateway = broker.gateways.find(({ protocols }) => protocols.includes(protocol));
    if (!gateway)
      throw new CallError('conflict', serverLabel('gatewayOff', { sn, protocol: name }));
    const port = String(gateway.port);
    const words = WORDS[protocol]?.(host, port);
    const parameters = PARAMETERS[protocol]?.(host, port);
    const values = { address: host, port, protocol: `${name}, TCP`, id: sn, words, parameters };
    return { title: sn, lines: linesOf(values, locale), code: words ?? `tcp://${host}:${port}` };
  });
  await db
    .deleteFrom('lock_access')
    .where('sn', '=', anyOf(native.map(({ sn }) => String(sn))))
    .execute();
  return secrets;
};

/**
 * Returns the settings that connect locks to this server: new passwords for MQTT locks, the gateway address for
 * native protocols.
 * @throws CallError `conflict` if a lock cannot connect: the broker is external, the listener is off, or the lock
 * reports through Traccar
 */
const connectLocks = async (
  work: ActionWork,
  rows: readonly Row[],
  broker: LockBroker,
): Promise<ActionAnswer> => {
  const { db, caller, locale } = work;
  const { address } = broker;
  const behind = rows.find((row) => protocolOf(row) === PROTOCOL.traccar);
  if (behind)
    throw new CallError('conflict', serverLabel('behindTraccar', { sn: String(behind.sn) }));
  const native = await connectNative(work, rows, broker);
  const mqttSns = rows.filter((row) => !isNative(row)).map(({ sn }) => String(sn));
  if (mqttSns.length > 0 && !broker.hasOwnBroker) {
    throw new CallError('conflict', serverLabel('brokerNotOurs', { address }));
  }
  const issued = await issueAccess(db, mqttSns, caller.oper.operName);
  const isBrokerHere = mqttSns.length > 0 && LOOPBACK.test(new URL(address).hostname);
  const isGatewayHere = native.length > 0 && LOOPBACK.test(broker.gatewayHost);
  const hints = [
    ...(isBrokerHere ? [serverLabel('brokerOnlyHere')] : []),
    ...(isGatewayHere ? [serverLabel('gatewayOnlyHere')] : []),
  ];
  return {
    done: rows.length,
    secrets: [
      ...[...issued].map(([sn, password]) => accessSecret(sn, password, address, locale)),
      ...native,
    ],
    ...(hints.length > 0 && { message: hints.map((hint) => textOf(hint, locale)).join(' ') }),
  };
};

/**
 * Actions that issue and revoke the MQTT passwords of locks. After the commit, connections made with an old password
 * are closed.
 */
export const lockAccessRules = (broker: LockBroker) => {
  const leaving = new Set<string>();
  const changed = new Set<string>();

  const connect = async (work: ActionWork): Promise<ActionAnswer> => {
    const answer = await connectLocks(work, work.rows, broker);
    // A native-protocol lock has no password whose change would end its connection.
    for (const row of work.rows) (isNative(row) ? changed : leaving).add(String(row.sn));
    return answer;
  };

  /** Stores the password that a lock was set to, if it is no longer the factory default. */
  const lockSecret = async (work: ActionWork): Promise<ActionAnswer> => {
    const sns = snsOf(work);
    for (const sn of sns) {
      await broker.keepSecret(sn, String(work.args.password), work.db);
      changed.add(sn);
    }
    return { done: sns.length };
  };

  const cutOff = async (work: ActionWork): Promise<ActionAnswer> => {
    const { address } = broker;
    if (!broker.hasOwnBroker && !work.rows.every(isNative)) {
      throw new CallError('conflict', serverLabel('brokerNotOurs', { address }));
    }
    const sns = snsOf(work);
    await revokeAccess(work.db, sns, work.caller.oper.operName);
    for (const sn of sns) leaving.add(sn);
    return { done: sns.length };
  };

  return {
    /** Disconnects a lock after the commit. */
    leave: (sn: string) => void leaving.add(sn),
    /** Makes connections read a lock again after the commit: a changed protocol can belong to another listener. */
    change: (sn: string) => void changed.add(sn),
    afterCommit: () => {
      for (const sn of leaving) broker.disconnect(sn);
      for (const sn of changed) broker.refresh(sn);
      leaving.clear();
      changed.clear();
    },
    actions: { connect, cutOff, lockSecret },
  };
};

/** Actions on unknown locks: `adopt` adds them as devices of an organisation. */
export const waitingLockRules = ({ db, config, broker }: RuleDependencies): EntityRules => {
  const table = entityTable({ db }, deviceOf(config), config);
  return {
    actions: {
      adopt: async (work) => {
        const { db: transaction, rows, scope, now } = work;
        const { connect, ...args } = work.args;
        if (connect && !(await work.permits(actionPath('device', 'connect')))) {
          throw new CallError('noPermission', serverLabel('noPermission'));
        }
        const locks = rows.map(({ sn, protocol }) => ({
          ...args,
          sn,
          protocol,
          create_time: now,
        }));
        await table.on(transaction).add(locks, scope);
        await transaction
          .deleteFrom('waitingLock')
          .where('id', '=', anyOf(rows.map(({ id }) => Number(id))))
          .execute();
        const coming = rows.filter((row) => protocolOf(row) !== PROTOCOL.traccar);
        if (!connect || coming.length === 0) return { done: rows.length };
        const answer = await connectLocks(work, coming, broker);
        return { ...answer, done: rows.length };
      },
    },
  };
};
