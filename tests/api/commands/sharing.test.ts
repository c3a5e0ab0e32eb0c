import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIVE_COLUMNS } from '../../../src/domain/live';
import { notLentMessage } from '../../../src/fields';
import { devicesIn } from '../../unit/console/maps/fleet/device';
import { addLocks, deleteLocks } from '../locks';
import { ordersServer } from './ordersServer';

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Call = Awaited<ReturnType<Opened['client']>>;
let server: Opened;
let admin: Call;
let harbour: Call;
let northern: Call;
const NORTHERN = 3;
const HARBOUR = 2;

beforeAll(async () => {
  server = await ordersServer();
  admin = await server.client('admin');
  harbour = await server.client('harbour');
  northern = await server.client('northern');
});

beforeEach(async () => {
  await sql`delete from "batchDisDevice"`.execute(server.db);
  await sql`delete from "appointmentCommandRecord"`.execute(server.db);
  await sql`update device set org_id = 2 where sn = 'H1'`.execute(server.db);
  await sql`update device_state set status = 0 where sn = 'H1'`.execute(server.db);
});

/** H1 belongs to Harbour and is unsealed; H2 belongs to Harbour and is sealed. */
const H1 = 1;
const H2 = 2;
const lend = async (more: object = {}, call = admin) =>
  call('/batchDisDevice/add', {
    devices: [H1, H2],
    orgs: [NORTHERN],
    may_seal: true,
    may_unseal: false,
    ...more,
  });
const send = async (code: string, sn: string, call = northern) =>
  (await call(`/command/${code}`, { sns: [sn], ...(code === 'vibration' && { value: 3 }) })).verify
    .sign;
const loan = async (id: number) => (await admin('/batchDisDevice/get', { id })).data;
const seen = async (call = northern) =>
  (await call('/sharedDevice/list')).data.list.map(({ sn }: { sn: string }) => sn);

describe('a shared lock', () => {
  it('accepts only the shared commands, and only from the borrower', async () => {
    expect(await send('seal', 'H1')).toBe('notFound');
    expect(await seen()).toEqual([]);
    expect((await lend()).verify.sign).toBe('success');
    expect(await seen()).toEqual(['H1', 'H2']);
    expect(await seen(harbour)).toEqual([]);
    expect(await send('seal', 'H1')).toBe('success');
    for (const [code, sn] of [
      ['unseal', 'H2'],
      ['vibration', 'H1'],
      ['unsealPassword', 'H1'],
    ] as const) {
      expect([code, await send(code, sn)]).not.toContain('success');
    }
    expect(
      (await northern('/command/seal/check', { targets: { sns: ['H1', 'Y1'] } })).data,
    ).toMatchObject({
      sns: ['H1'],
      refused: [{ code: 'notFound', sns: ['Y1'] }],
    });
    // No other call reads or changes it.
    const device = await northern('/device/list', {});
    expect(device.data.list.map(({ sn }: { sn: string }) => sn)).toEqual(['N1']);
    for (const path of ['/device/get', '/device/update', '/latestData/get']) {
      expect([path, (await northern(path, { id: H1, device_name: 'Mine' })).verify.sign]).toEqual([
        path,
        'notFound',
      ]);
    }
    expect((await northern('/device/cutOff', { ids: [H1] })).verify.sign).toBe('notFound');
    expect((await northern('/sharedDevice/list', {})).data.list[0]).not.toHaveProperty('sim_card');
  });

  it('is visible to the borrower even for one command, and refuses all others', async () => {
    await lend({ may_seal: false, may_unseal: true });
    for (const code of ['seal', 'vibration', 'unsealEnable', 'autoSeal', 'unsealPassword']) {
      const answer = async (sn: string) => {
        const { data } = await northern(`/command/${code}/check`, { targets: { sns: [sn] } });
        return data.refused.map(({ code, why }: Record<string, unknown>) => [code, why]);
      };
      expect([code, await answer('H1')]).toEqual([code, [['conflict', notLentMessage[0]]]]);
      expect([code, await answer('Y1')]).toEqual([
        code,
        [['notFound', 'This device does not exist']],
      ]);
    }
    expect(await send('vibration', 'H1')).toBe('conflict');
    expect(await send('vibration', 'Y1')).toBe('notFound');
    await lend();
    expect(await send('seal', 'H1')).toBe('success');
  });

  it('names the sender in the records of the borrower and of the owner', async () => {
    await lend();
    await send('seal', 'H1');
    const { data } = await northern('/appointmentCommandRecord/list', { sn: 'H1' });
    expect(data.list).toMatchObject([{ sn: 'H1', cmd: 'seal', operate_name: 'Nora' }]);
    const ids = [data.list[0].id];
    expect((await harbour('/appointmentCommandRecord/cancel', { ids })).verify.sign).toBe(
      'conflict',
    );
    expect((await northern('/appointmentCommandRecord/cancel', { ids })).data.cancelled).toBe(1);
  });

  it('returns when the share is revoked: waiting commands are cancelled, and cannot be resent', async () => {
    const { id } = (await lend()).data;
    await send('seal', 'H1');
    await harbour('/command/vibration', { sns: ['H1'], value: 2 });
    expect((await northern('/batchDisDevice/revoke', { ids: [id] })).verify.sign).toBe('notFound');
    expect((await admin('/batchDisDevice/revoke', { ids: [id] })).data.done).toBe(1);
    const { rows } = await sql<{ id: number }>`
      select id, cmd, state from "appointmentCommandRecord" order by id`.execute(server.db);
    expect(rows).toMatchObject([
      { cmd: 'seal', state: 'cancelled' },
      { cmd: 'vibration', state: 'waiting' },
    ]);
    const again = { ids: [Number(rows[0]?.id)] };
    expect((await northern('/appointmentCommandRecord/resend', again)).verify.sign).toBe(
      'notFound',
    );
    expect(await send('seal', 'H1')).toBe('notFound');
    expect(await seen()).toEqual([]);
  });

  it('keeps commands that wait under the present loan when an ended loan is revoked', async () => {
    const { id: former } = (await lend()).data;
    await sql`update "batchDisDevice" set ends = 1`.execute(server.db);
    await lend();
    await send('seal', 'H1');
    expect((await admin('/batchDisDevice/revoke', { ids: [former] })).data.done).toBe(1);
    const { data } = await northern('/appointmentCommandRecord/list', { sn: 'H1' });
    expect(data.list).toMatchObject([{ cmd: 'seal', state: 'waiting' }]);
  });

  it('returns when the share ends, and waiting commands end with it', async () => {
    const ends = Date.now() + 3_600_000;
    await lend({ ends });
    await send('seal', 'H1');
    const { rows } = await sql<{ deadline: number }>`
      select deadline from "appointmentCommandRecord"`.execute(server.db);
    expect(Number(rows[0]?.deadline)).toBe(ends);
    await sql`update "batchDisDevice" set ends = 1`.execute(server.db);
    expect(await send('seal', 'H1')).toBe('notFound');
    expect(await seen()).toEqual([]);
  });

  it('is shared by its organisation or one above, and by no other', async () => {
    await lend({ orgs: [4] }, harbour);
    const { rows } = await sql`select id from "batchDisDevice"`.execute(server.db);
    expect(rows).toHaveLength(1);
    // An operator can lend neither locks of another tenant, nor to organisations out of sight.
    expect((await lend({ orgs: [HARBOUR] }, northern)).verify.sign).toBe('invalid');
    expect((await lend({}, harbour)).verify.sign).toBe('invalid');
    await sql`delete from "batchDisDevice"`.execute(server.db);
    await sql`insert into "batchDisDevice" (org_id, devices, orgs, may_seal, state)
      values (${HARBOUR}, ${[H1]}, ${[NORTHERN]}, true, 1)`.execute(server.db);
    expect(await send('seal', 'H1')).toBe('success');
    await sql`update device set org_id = 1 where sn = 'H1'`.execute(server.db);
    expect(await send('seal', 'H1')).toBe('notFound');
    expect(await seen()).toEqual([]);
  });

  /** Ways by which a loan of H9 ends before the lock is deleted. */
  it.each([
    ['revoked', (id: number) => admin('/batchDisDevice/revoke', { ids: [id] })],
    ['expired', () => sql`update "batchDisDevice" set ends = 1`.execute(server.db)],
    ['still active', async () => {}],
  ])('is deleted if its share is %s', async (_, end) => {
    await addLocks(server.db, { id: 91, sn: 'H9', org_id: HARBOUR, status: 0 });
    const { id } = (await lend({ devices: [91, H2] })).data;
    const { id: only } = (await lend({ devices: [91] })).data;
    expect(await send('seal', 'H9')).toBe('success');
    await end(id);
    expect((await harbour('/device/delete', { ids: [91] })).verify.sign).toBe('success');
    expect([await loan(id), await loan(only)]).toMatchObject([
      { devices: [H2] },
      { devices: [], state: 2 },
    ]);
    const { data } = await northern('/appointmentCommandRecord/list', { sn: 'H9' });
    expect(data.list).toMatchObject([{ state: 'cancelled' }]);
  });

  it.each([
    ['a third organisation', HARBOUR, 5],
    ['an organisation below its own', HARBOUR, 4],
  ])('returns when it moves to %s', async (_, from, to) => {
    await sql`insert into org (id, org_name, org_type, parent_id, status)
      values (5, 'Southern', 2, 1, 1) on conflict do nothing`.execute(server.db);
    await addLocks(server.db, { id: 92, sn: 'H8', org_id: from, status: 0 });
    const { id } = (await lend({ devices: [92, H2] })).data;
    const { id: only } = (await lend({ devices: [92] })).data;
    expect(await send('seal', 'H8')).toBe('success');
    expect((await admin('/device/update', { id: 92, org_id: to })).verify.sign).toBe('success');
    expect([await send('seal', 'H8'), await seen()]).toEqual(['notFound', ['H2']]);
    expect([await loan(id), await loan(only)]).toMatchObject([
      { devices: [H2], state: 1 },
      { devices: [92], state: 2 },
    ]);
    const { data } = await northern('/appointmentCommandRecord/list', { sn: 'H8' });
    expect(data.list).toMatchObject([
      { state: 'cancelled', message: 'The device was moved to another organisation' },
    ]);
    expect((await admin('/device/delete', { ids: [92] })).verify.sign).toBe('success');
  });

  it('does not prevent the deletion of its borrower', async () => {
    await sql`insert into org (id, org_name, org_type, parent_id, status)
      values (6, 'Western', 2, 1, 1)`.execute(server.db);
    const { id } = (await lend({ orgs: [6, NORTHERN] })).data;
    const { id: only } = (await lend({ orgs: [6] })).data;
    expect((await admin('/org/delete', { ids: [6] })).verify.sign).toBe('success');
    expect([await loan(id), await loan(only)]).toMatchObject([
      { orgs: [NORTHERN], state: 1 },
      { orgs: [], state: 2 },
    ]);
  });

  describe('is on the borrower’s map', () => {
    /** Returns the locks on the map by serial number, each with its loan. */
    const fleetOf = async (call: Call) => {
      const { columns, cursor } = (await call('/live/snapshot')).data;
      const locks = devicesIn(columns).map(({ sn, lent }) => [sn, lent]);
      return { cursor, locks: Object.fromEntries(locks) };
    };
    /** Waits for the next changes after a cursor. */
    const newsOf = async (cursor: string, call = northern) => {
      const { rows, gone } = (await call('/live/changes', { cursor })).data;
      const at = (name: (typeof LIVE_COLUMNS)[number]) => LIVE_COLUMNS.indexOf(name);
      return {
        rows: rows
          .map((row: unknown[]) => [row[at('sn')], row[at('lent')], row[at('status')]])
          .toSorted(),
        gone: gone.toSorted(),
      };
    };

    /** A change is sent only after all earlier transactions have ended, so this can take long. */
    const soon = { timeout: 120_000 };
    const become = (locks: object) =>
      expect.poll(async () => (await fleetOf(northern)).locks, soon).toEqual(locks);
    const expectChanges = (cursor: string, rows: unknown[], gone: string[] = []) =>
      expect
        .poll(() => newsOf(cursor), soon)
        .toEqual({
          rows: expect.arrayContaining(rows),
          gone: expect.arrayContaining(gone),
        });

    it('with the shared rights, as they change, until the share is revoked', async () => {
      const before = await fleetOf(northern);
      await become({ N1: null });
      const { data } = await lend();
      await expectChanges(before.cursor, [
        ['H1', 1, 0],
        ['H2', 1, 2],
      ]);
      await become({ N1: null, H1: 1, H2: 1 });
      const { cursor } = await fleetOf(northern);
      expect((await fleetOf(harbour)).locks).toMatchObject({ H1: null, H2: null });
      await sql`update device_state set status = 3 where sn = 'H2'`.execute(server.db);
      await expectChanges(cursor, [['H2', 1, 3]]);
      await sql`update device_state set status = 2 where sn = 'H2'`.execute(server.db);
      const { cursor: later } = await fleetOf(northern);
      await admin('/batchDisDevice/revoke', { ids: [data.id] });
      await expectChanges(later, [], ['H1', 'H2']);
      await become({ N1: null });
      expect((await northern('/device/list', { sn: 'H1' })).data.list).toEqual([]);
    });

    it('until the share ends, in whole or in part', async () => {
      await lend();
      await lend({ may_seal: false, may_unseal: true, devices: [H1] });
      await become({ N1: null, H1: 3, H2: 1 });
      await sql`update "batchDisDevice" set ends = ${Date.now() + 1_000} where may_seal`.execute(
        server.db,
      );
      await become({ N1: null, H1: 2 });
    });

    it('until the lock is deleted or moves to another tenant', async () => {
      await addLocks(server.db, { id: 90, sn: 'H9', org_id: 2, status: 0 });
      await lend({ devices: [90, H1] }, admin);
      // An organisation above the owner sees it as its own.
      expect((await fleetOf(admin)).locks).toMatchObject({ H9: null, H1: null });
      const { cursor } = await fleetOf(northern);
      await sql`update device set org_id = 3 where sn = 'H1'`.execute(server.db);
      await expectChanges(cursor, [['H1', null, 255]]);
      const { cursor: later } = await fleetOf(northern);
      await deleteLocks(server.db, 'H9');
      await expectChanges(later, [], ['H9']);
    });
  });

  it.each([
    [{ devices: [] }, 'devices', 'Please Select At Least One Device', '请至少选择一台设备'],
    [{ orgs: [] }, 'orgs', 'Please Select At Least One Organisation', '请至少选择一个机构'],
    [{ may_seal: false }, 'may_seal', 'Choose seal, unseal, or both', '请至少选择施封或解封'],
    [{ ends: 5 }, 'ends', 'Must not be in the past', '不能早于当前时间'],
  ])('%j is refused, naming %s', async (more, field, en, zh) => {
    for (const [locale, why] of [
      ['en', en],
      ['zh', zh],
    ] as const) {
      const inIt = (path: string, body?: object) => admin(path, body, locale);
      const { verify, data } = await lend(more, inIt);
      expect([verify.sign, data.fields]).toEqual(['invalid', { [field]: why }]);
    }
  });
});
