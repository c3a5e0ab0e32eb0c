import { setTimeout as sleep } from 'node:timers/promises';
import { PROTOCOL } from '../../domain/family';
import { JOB } from '../../domain/job';
import { type ActionAnswer, ApiError, actionPath, type OneTimeSecret } from '../../protocol';
import { accessOf, type BrokerAccess } from '../../server/fleet/link';
import type { Organisation } from './organisation';

/** Protocols of the locks, and the first digits of their serial numbers: ten digits for Jointech, twelve for HHD. */
const KINDS = [
  { kind: 'MQTT', protocol: PROTOCOL.mqtt, from: 'LOAD' },
  { kind: 'Jointech', protocol: PROTOCOL.jointech, from: '79' },
  { kind: 'JT/T 808', protocol: PROTOCOL.hhd, from: '0997' },
] as const;

type Kind = (typeof KINDS)[number];

/** Lock that the server knows, and the address for its connection. */
export interface AddedLock extends Pick<Kind, 'kind' | 'protocol'> {
  readonly id: number;
  readonly sn: string;
  readonly access: BrokerAccess;
}

/** Log of the tool, and the signal that ends it early. */
export interface Running {
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

const JOB_INTERVAL = 200;

const snOf = ({ from }: Kind, run: string, i: number): string =>
  `${from}${run}${String(i).padStart(5, '0')}`;

/** Reads the address, user and password from what Connect shows. */
const accessIn = ({ code = '', lines }: OneTimeSecret): BrokerAccess => {
  if (code.startsWith('mqtt')) return accessOf(code);
  const [host, port] = ['Address', 'Port'].map(
    (name) => lines.find(({ label }) => label === name)?.text,
  );
  return { url: `tcp://${host}:${port}` };
};

/**
 * Adds locks, divided over the protocols that the server takes.
 * @param broker external broker for those over MQTT; by default the one that Connect names
 * @throws Error if there are none of them
 */
export const addLocks = async (
  { call, id: org_id, run, add, list, remove }: Organisation,
  { locks: count, mqtt: broker }: { readonly locks: number; readonly mqtt?: BrokerAccess },
  { log, signal }: Running,
): Promise<readonly AddedLock[]> => {
  const brokerOf = ({ protocol }: Kind) => (protocol === PROTOCOL.mqtt ? broker : undefined);
  const connect = (ids: readonly number[]) =>
    call<ActionAnswer>(actionPath('device', 'connect'), { ids });

  /** Adds the first lock of a protocol. @returns false, with the reason in the log, if such a lock cannot connect */
  const addFirst = async (each: Kind): Promise<boolean> => {
    const id = await add('device', { sn: snOf(each, run, 1), protocol: each.protocol, org_id });
    if (brokerOf(each)) return true;
    try {
      await connect([id]);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
      log(`No locks over ${each.kind}: ${error.message}`);
      await remove('device', [id]);
      return false;
    }
  };

  const addOthers = async (each: Kind, amount: number): Promise<void> => {
    if (amount === 0) return;
    const range = { importType: 1, source: 2, sn_from: snOf(each, run, 2), amount };
    const id = await add('batchAddDevice', { ...range, protocol: each.protocol, org_id });
    for (;;) {
      const path = actionPath('batchAddDevice', 'get');
      const { state, done } = await call<{ state: number; done: number }>(path, { id });
      if (state === JOB.done) return;
      if (state !== JOB.waiting && state !== JOB.running)
        throw new Error(`only ${done} of ${amount} locks were added`);
      await sleep(JOB_INTERVAL, undefined, { signal });
    }
  };

  /** Gets addresses and passwords. */
  const connectAll = async (each: Kind): Promise<AddedLock[]> => {
    const { kind, protocol } = each;
    const locks: AddedLock[] = [];
    for (let pageNum = 1; ; pageNum++) {
      const rows = await list('device', { org_id, protocol: [protocol], pageNum, sortField: 'sn' });
      if (rows.length === 0) return locks;
      const external = brokerOf(each);
      const { secrets } = external ? {} : await connect(rows.map(({ id }) => id));
      const accessBySn = new Map(secrets?.map((secret) => [secret.title, accessIn(secret)]));
      for (const { id, sn = '' } of rows) {
        const access = external ?? accessBySn.get(sn);
        if (access) locks.push({ kind, protocol, id, sn, access });
      }
    }
  };

  const kinds: Kind[] = [];
  for (const each of KINDS) if (await addFirst(each)) kinds.push(each);
  if (kinds.length === 0) throw new Error('the server takes locks of no protocol');
  for (const [i, each] of kinds.entries())
    await addOthers(each, Math.floor((count + i) / kinds.length) - 1);
  return (await Promise.all(kinds.map(connectAll))).flat();
};
