import { randomInt } from 'node:crypto';
import { actionPath } from '../../protocol';
import type { Api, Operator } from './api';

/** Records of a list or of one call. */
const PAGE_SIZE = 500;
const NAME = 'Load test';
const OWN_NAME = /^Load test \d{3}$/;

interface Listed {
  readonly id: number;
  readonly org_name?: string;
  readonly sn?: string;
}

/** Calls by which a test adds, reads and deletes what is its own. */
const entityCalls = ({ call }: Operator) => {
  const list = async (entity: string, filter: object): Promise<readonly Listed[]> => {
    const body = { pageSize: PAGE_SIZE, ...filter };
    return (await call<{ list: readonly Listed[] }>(actionPath(entity, 'list'), body)).list;
  };
  const remove = (entity: string, ids: readonly number[]) =>
    call(actionPath(entity, 'delete'), { ids });
  return {
    list,
    remove,
    add: async (entity: string, values: object): Promise<number> =>
      (await call<Listed>(actionPath(entity, 'add'), values)).id,
    removeAll: async (entity: string, org_id: number): Promise<void> => {
      for (;;) {
        const rows = await list(entity, { org_id });
        if (rows.length === 0) return;
        await remove(
          entity,
          rows.map(({ id }) => id),
        );
      }
    },
  };
};

/** Enables an empty organisation that an earlier test has left. @returns its id; undefined if there is none */
const takeOrganisation = async (admin: Operator): Promise<number | undefined> => {
  const { list } = entityCalls(admin);
  for (const { id, org_name = '' } of await list('org', { org_name: NAME, status: [0] })) {
    if (!OWN_NAME.test(org_name) || (await list('device', { org_id: id })).length > 0) continue;
    try {
      await admin.call(actionPath('org', 'enable'), { ids: [id] });
      return id;
    } catch {
      // Another test has enabled it meanwhile.
    }
  }
  return undefined;
};

/**
 * Opens an organisation for a load test, with a user of its own.
 * @param admin user who may do so; the organisation is below theirs, and its user has their role
 */
export const openOrganisation = async (api: Api, admin: Operator) => {
  const calls = entityCalls(admin);
  const run = String(randomInt(1_000)).padStart(3, '0');
  const login = `loadtest${run}`;
  const [first, password] = [`First${randomInt(1e9, 1e10)}`, `Load${randomInt(1e9, 1e10)}`];
  const { role_id, orgVO } = admin.oper;
  const user = { role_id, password: api.encrypt(first) };
  const existing = await takeOrganisation(admin);
  const place = { org_name: `${NAME} ${run}`, org_type: 2, parent_id: orgVO.id };
  const id =
    existing ?? (await calls.add('org', { ...place, ...user, login_name: login, oper_name: NAME }));
  return {
    ...calls,
    call: admin.call,
    id,
    /** Three digits in the serial numbers of its locks. */
    run,
    /** Gives its user a password of their own, without which they may do nothing. */
    start: async (): Promise<void> => {
      if (existing !== undefined)
        await calls.add('oper', { ...user, loginName: login, operName: NAME, org_id: id });
      await api.replacePassword(login, first, password);
    },
    signIn: () => api.signIn(login, password),
    /**
     * Deletes locks, imports and users, and disables the organisation. It cannot be deleted before its records, which stay
     * as long as all records.
     */
    close: async (): Promise<void> => {
      for (const entity of ['batchAddDevice', 'device', 'oper']) await calls.removeAll(entity, id);
      await admin.call(actionPath('org', 'disable'), { ids: [id] });
    },
  };
};

export type Organisation = Awaited<ReturnType<typeof openOrganisation>>;
