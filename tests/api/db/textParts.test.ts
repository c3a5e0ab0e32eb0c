import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { device } from '../../../src/resources';
import { entityTable, type Row, type Store, type TableQueries } from '../../../src/server/db';
import { ensureExtensions } from '../../../src/server/db/schema/applyTables';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { introspect } from '../../../src/server/db/schema/introspect';
import { declared } from './declared';
import { testStore } from './testStore';
import { addOrganisations, as, NORTHERN, ROOT } from './world';

const LOCKS = 1_050;
let store: Store;
let devices: TableQueries;

beforeAll(async () => {
  store = await testStore();
  await addOrganisations(store);
  devices = entityTable(store, device, declared);
  await sql`insert into device (sn, device_name, org_id)
    select 'SN' || lpad(i::text, 6, '0'), '锁 ' || i, ${ROOT} from generate_series(1, ${LOCKS}) as i`.execute(
    store.db,
  );
});

const list = (filters: Row, { orgId = ROOT, page = 1, pageSize = 100 } = {}) =>
  devices.list({ page, pageSize, filters }, as(orgId));

describe('a list filtered by part of a text', () => {
  it.each<[Row]>([[{ sn: 'SN' }], [{ sn: 'n' }], [{ device_name: '锁' }]])(
    'of one or two letters, %o, is counted up to 1,000',
    async (filters) => {
      expect(await list(filters)).toMatchObject({ total: 1_001, countedTo: 1_000 });
    },
  );

  it.each<[Row, number]>([
    [{}, LOCKS],
    [{ sn: 'SN0' }, LOCKS],
    [{ sn: ['SN'] }, 0],
    [{ sn: '50' }, 21],
    [{ sn: 'sn', org_id: NORTHERN }, 0],
    [{ sn: 'SN000007' }, 1],
  ])('or by other filters, %o, is counted completely', async (filters, total) => {
    const answer = await list(filters);
    expect([answer.total, answer.countedTo]).toEqual([total, undefined]);
  });

  it('has pages beyond the limit of the count', async () => {
    expect((await list({ sn: 'SN' }, { page: 10 })).total).toBe(1_001);
    const last = await list({ sn: 'SN' }, { page: 11 });
    expect([last.list.length, last.total]).toEqual([50, LOCKS]);
    const full = await list({ sn: 'SN' }, { page: 3, pageSize: 350 });
    expect([full.list.length, full.total]).toEqual([350, LOCKS + 1]);
    const beyond = await list({ sn: 'SN' }, { page: 4, pageSize: 350 });
    expect([beyond.list.length, beyond.total]).toEqual([0, 1_001]);
  });

  it('is the target of actions completely', async () => {
    expect(await devices.total({ filters: { sn: 'SN' } }, as(ROOT))).toBe(LOCKS);
  });
});

describe.runIf(inject('postgres'))('the index for parts of texts', () => {
  it('exists for the searched fields of locks, and queries use it', async () => {
    const plan = await store.db.transaction().execute(async (transaction) => {
      await sql`set local enable_seqscan = off`.execute(transaction);
      await sql`set local enable_indexscan = off`.execute(transaction);
      const { rows } = await sql`
        explain select from device where sn ilike '%N00%' or device_name ilike '%abc%'`.execute(
        transaction,
      );
      return JSON.stringify(rows);
    });
    expect(plan).toContain('device_sn_contains');
    expect(plan).toContain('device_device_name_contains');
  });

  it('is left out with a hint if its extension cannot be created', async () => {
    const lines: string[] = [];
    const actual = await introspect(store.db, []);
    const undone = new Error('undone');
    const attempt = store.db.transaction().execute(async (transaction) => {
      await sql`drop extension pg_trgm cascade`.execute(transaction);
      await sql`create role extensionless`.execute(transaction);
      await sql`set local role extensionless`.execute(transaction);
      const before = { ...actual, trigrams: 'creatable' } as const;
      const shapes = desiredTables([...declared.entities]);
      const after = await ensureExtensions(transaction, shapes, before, (line) => lines.push(line));
      expect(after.trigrams).toBe('absent');
      // The transaction goes on.
      await sql`select 1`.execute(transaction);
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    expect(lines).toEqual([expect.stringContaining('create extension pg_trgm')]);
  });
});
