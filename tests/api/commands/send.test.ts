import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocks } from '../locks';
import { ordersServer, P, QUAY, quayFence } from './ordersServer';

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Call = Awaited<ReturnType<Opened['client']>>;
let server: Opened;
let harbour: Call;
let second: Call;
let northern: Call;
let clerk: Call;

const vibrate = (sns: readonly string[], how: object) => ({ sns, how, value: 3 });

beforeAll(async () => {
  server = await ordersServer();
  harbour = await server.client('harbour');
  second = await server.client('second');
  northern = await server.client('northern');
  clerk = await server.client('clerk');
});

beforeEach(async () => {
  await sql`update "appointmentCommandRecord" set state = 'cancelled' where state in ('waiting', 'sent', 'unconfirmed')`.execute(
    server.db,
  );
  await server.setParameter('command_second_person', '0');
});

describe('the check of a command', () => {
  it('names every refused lock with its reason', async () => {
    await harbour('/command/seal', { sns: ['H1'] });
    const sns = ['H1', 'P00', 'H1', 'nobody', 'N1', 'Y1', 'P01'];
    const { data } = await harbour('/command/seal/check', { targets: { sns } });
    expect(data).toMatchObject({
      sns: ['H1', 'Y1'],
      offline: 2,
      same: ['H1'],
      twice: ['H1'],
      typed: false,
      hours: 24,
    });
    expect(data.refused).toEqual([
      { code: 'conflict', why: 'Already sealed', sns: ['P00', 'P01'] },
      { code: 'notFound', why: 'This device does not exist', sns: ['nobody', 'N1'] },
    ]);
    const { data: zh } = await harbour('/command/seal/check', { targets: { sns } }, 'zh');
    expect(zh.refused[1].why).toBe('设备不存在');
    const { rows } = await sql`select from "appointmentCommandRecord" where sn = 'Y1'`.execute(
      server.db,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['a filter', { filter: { sn: 'P1' } }, P(10, 10)],
    ['an organisation and all below it', { orgs: [4] }, ['Y1']],
    ['another tenant’s organisation', { orgs: [3] }, []],
    [
      'several at once, each of which narrows',
      { orgs: [2], sns: ['P03', 'H1', 'N1'] },
      ['P03', 'H1'],
    ],
  ])('finds locks by %s', async (_, targets, sns) => {
    const { data } = await harbour('/command/vibration/check', { targets });
    expect(data.sns.toSorted()).toEqual([...sns].sort());
  });

  it('finds locks by a geofence, among those that the sender sees', async () => {
    const { data: fence } = await harbour('/fence/add', quayFence('Quay'));
    const targets = { fences: [fence.id] };
    expect((await harbour('/command/vibration/check', { targets })).data.sns).toHaveLength(30);
    expect((await northern('/command/vibration/check', { targets })).data.sns).toEqual([]);
  });

  it.each([
    [{}, 'sns'],
    [{ targets: { sns: 'H1' } }, 'sns'],
    [{ targets: { sns: [7] } }, 'sns'],
    [{ targets: { filter: { password: 'x' } } }, 'password'],
    [{ targets: { orgs: ['x'] } }, 'orgs'],
    [{ targets: { orgs: [] } }, 'orgs'],
  ])('%j is refused, naming %s', async (body, field) => {
    const { verify, data } = await harbour('/command/seal/check', body);
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });

  it.each([
    {},
    { filter: {} },
    { filter: { sn: '', device_type_id: null } },
    { filter: { sortField: 'sn' } },
    { sns: [] },
    { sns: [], filter: { sn: 'P' } },
    { all: false },
    { all: 'yes' },
  ])('refuses targets without a choice: %j', async (targets) => {
    const ask = async (locale: 'en' | 'zh') =>
      (await harbour('/command/seal/check', { targets }, locale)).data.fields.sns;
    expect([await ask('en'), await ask('zh')]).toEqual(['Choose which locks', '请选择设备']);
  });

  it('finds all locks that the sender sees, narrowed by other targets', async () => {
    const locks = async (call: Call, targets: object) =>
      (await call('/command/vibration/check', { targets })).data.sns;
    expect(await locks(harbour, { all: true })).toEqual(expect.arrayContaining([...P(30), 'H1']));
    expect(await locks(harbour, { all: true })).not.toContain('N1');
    expect(await locks(harbour, { all: true, sns: ['P03', 'N1'] })).toEqual(['P03']);
  });

  it('requires the right to send the command', async () => {
    const body = { targets: { sns: ['H1'] } };
    expect((await clerk('/command/seal/check', body)).verify.sign).toBe('noPermission');
  });
});

describe('the options of a command', () => {
  it('set its waiting time, its earliest start, and its batch', async () => {
    const start = Date.now() + 3_600_000;
    const first = await harbour('/command/vibration', {
      sns: P(2),
      value: 3,
      how: { hours: 2, start, total: 3, reason: 'For the crossing' },
    });
    const { batch } = first.data;
    const more = { sns: P(1, 2), value: 3, how: { batch, hours: 2, start } };
    expect((await harbour('/command/vibration', more)).data.batch).toBe(batch);
    expect(await server.tickets(batch)).toMatchObject(
      P(3).map((sn) => ({ sn, state: 'waiting', deadline: start + 7_200_000, start_time: start })),
    );
    const { data } = await harbour('/commandBatch/get', { id: batch });
    expect(data).toMatchObject({ total: 3, waiting: 3, state: 'running', operate_name: 'Hanna' });
    // More locks than announced, another operator's batch, and another command's batch are refused.
    expect((await harbour('/command/vibration', more)).verify.sign).toBe('conflict');
    expect((await second('/command/vibration', more)).verify.sign).toBe('conflict');
    const other = { sns: P(1, 2), how: { batch } };
    expect((await harbour('/command/unseal', other)).verify.sign).toBe('conflict');
    // An online lock gets nothing before the start time.
    await sql`update device_state set communicate_status = 1 where sn = any(${P(3)})`.execute(
      server.db,
    );
    server.fleet.wake();
    await harbour('/command/vibration', { sns: P(1), value: 5 });
    await expect
      .poll(async () => {
        const { rows } = await sql`select state from "appointmentCommandRecord"
          where sn = 'P00' and args ->> 'value' = '5'`.execute(server.db);
        return rows;
      })
      .toEqual([{ state: 'sent' }]);
    expect((await server.tickets(batch)).map(({ state }) => state)).toEqual(
      Array(3).fill('waiting'),
    );
    await sql`update "appointmentCommandRecord" set start_time = 1 where batch_id = ${batch}`.execute(
      server.db,
    );
    server.fleet.wake();
    await expect
      .poll(async () => (await server.tickets(batch)).map(({ state }) => state))
      .toEqual(Array(3).fill('sent'));
    await sql`update device_state set communicate_status = 0`.execute(server.db);
  });

  it.each([
    [{ hours: 0 }, 'hours'],
    [{ hours: 721 }, 'hours'],
    [{ hours: 'x' }, 'hours'],
    [{ start: 5 }, 'start'],
    [{ start: Date.now() + 400 * 86_400_000 }, 'start'],
    [{ reason: 'x'.repeat(201) }, 'reason'],
    [{ reason: 7 }, 'reason'],
    [{ batch: 'x' }, 'batch'],
    [{ total: 0 }, 'total'],
  ])('%j is refused, naming %s', async (how, field) => {
    const { verify, data } = await harbour('/command/vibration', { sns: ['H1'], value: 1, how });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });
});

describe('a dangerous command', () => {
  const reason = 'Customs asked for it';
  const unseal = (sns: string[], how: object = {}) => harbour('/command/unseal', { sns, how });

  it('requires a reason and the typed number of locks', async () => {
    const { data: check } = await harbour('/command/unseal/check', { targets: { sns: P(20) } });
    expect(check).toMatchObject({ typed: true, second: false });
    const checkOfFewer = await harbour('/command/unseal/check', { targets: { sns: P(19) } });
    expect(checkOfFewer.data.typed).toBe(false);
    for (const [how, fields] of [
      [{}, ['reason', 'typed']],
      [{ reason, typed: '19' }, ['typed']],
      [{ reason: '  ', typed: '20' }, ['reason']],
    ] as const) {
      const { verify, data } = await unseal(P(20), how);
      expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', fields]);
    }
    const { data } = await unseal(P(20), { reason, typed: '20' });
    expect(await server.tickets(data.batch)).toMatchObject(
      P(20).map((sn) => ({ sn, state: 'waiting', reason })),
    );
  });

  it('is counted across all parts of its batch', async () => {
    const { verify } = await unseal(P(10), { total: 30 });
    expect(verify.sign).toBe('invalid');
    const first = await unseal(P(10), { total: 19 });
    const batch = first.data.batch;
    expect((await unseal(P(9, 10), { batch })).verify.sign).toBe('success');
    expect((await unseal(P(1, 19), { batch })).verify.sign).toBe('conflict');
  });

  it('is incomplete while parts of it are missing', async () => {
    const batchNow = async (id: number) => (await harbour('/commandBatch/get', { id })).data;
    const { batch } = (await harbour('/command/vibration', vibrate(P(5), { total: 20 }))).data;
    await sql`update "appointmentCommandRecord" set state = 'success'
      where batch_id = ${batch}`.execute(server.db);
    expect(await batchNow(batch)).toMatchObject({ state: 'running', success: 5, not_sent: 15 });
    await sql`update command_batch set create_time = create_time - 120000
      where id = ${batch}`.execute(server.db);
    expect(await batchNow(batch)).toMatchObject({ state: 'failed', success: 5, not_sent: 15 });
    const rest = [...P(14, 5), 'NONE'];
    const { verify } = await harbour('/command/vibration', vibrate(rest, { batch }));
    expect(verify.sign).toBe('success');
    expect(await batchNow(batch)).toMatchObject({ state: 'running', not_sent: 0, waiting: 14 });
    await sql`update "appointmentCommandRecord" set state = 'success'
      where batch_id = ${batch}`.execute(server.db);
    expect(await batchNow(batch)).toMatchObject({ state: 'done', success: 19, not_sent: 0 });
  });

  describe('whose later parts never arrive', () => {
    const batchNow = async (id: number) => (await harbour('/commandBatch/get', { id })).data;
    const sendRest = (id: number, args: object = {}, by = harbour) =>
      by('/commandBatch/sendRest', { ids: [id], ...args });
    const late = async (id: number) =>
      sql`update command_batch set create_time = create_time - 120000 where id = ${id}`.execute(
        server.db,
      );
    const newest = async () => (await harbour('/commandBatch/list', {})).data.list[0];

    it('sends the rest once, as a batch of the operator who asks', async () => {
      const { batch } = (await harbour('/command/vibration', vibrate(P(5), { sns: P(20) }))).data;
      expect(
        (await harbour('/command/vibration', vibrate(P(5, 5), { batch }))).data.tickets,
      ).toHaveLength(5);
      expect(await batchNow(batch)).toMatchObject({ total: 20, not_sent: 10, sendable: 0 });
      expect((await sendRest(batch)).verify.sign).toBe('conflict');
      await late(batch);
      expect(await batchNow(batch)).toMatchObject({ not_sent: 10, sendable: 10 });
      expect((await sendRest(batch, {}, second)).data).toMatchObject({ done: 1 });
      expect(await batchNow(batch)).toMatchObject({ not_sent: 0, sendable: 0, resent: 10 });
      const rest = await newest();
      expect(rest).toMatchObject({ total: 10, waiting: 10, operate_name: 'Hugo' });
      expect((await server.tickets(rest.id)).map(({ sn, args }) => [sn, args])).toEqual(
        P(10, 10).map((sn) => [sn, { value: 3 }]),
      );
      expect((await sendRest(batch)).verify.sign).toBe('conflict');
      // A call that was only late would send it twice.
      const straggler = await harbour('/command/vibration', vibrate(P(5, 10), { batch }));
      expect(straggler.verify.sign).toBe('conflict');
    });

    it('requires the confirmation, the reason and the rights of any command', async () => {
      const first = { sns: P(30), reason, typed: '30' };
      const { batch } = (await unseal(P(5), first)).data;
      await late(batch);
      const { verify, data } = await sendRest(batch);
      expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['typed']]);
      expect((await sendRest(batch, { typed: '25' }, clerk)).verify.sign).not.toBe('success');
      expect((await sendRest(batch, { typed: '25' }, northern)).verify.sign).not.toBe('success');
      expect((await sendRest(batch, { typed: '25' })).data).toMatchObject({ done: 1 });
      expect(await newest()).toMatchObject({ total: 25, reason });
    });

    it.each([
      ['one command', 3, 5],
      ['two commands, whose locks are not exchanged', 4, 0],
    ])('keeps the announced locks when it resends %s', async (_, value, sendable) => {
      const endedTickets = async (sns: string[], value: number) => {
        const { tickets, batch } = (await harbour('/command/vibration', { sns, value })).data;
        await sql`update "appointmentCommandRecord" set state = 'cancelled'
          where batch_id = ${batch}`.execute(server.db);
        return tickets.map(({ id }: { id: number }) => id);
      };
      const ids = [...(await endedTickets(P(2), 3)), ...(await endedTickets(P(1, 2), value))];
      const how = { total: 8, sns: P(8) };
      const { data } = await harbour('/appointmentCommandRecord/resend', { ids, how });
      expect(data.tickets).toHaveLength(3);
      const { rows } = await sql<{ id: number }>`select distinct batch_id as id
        from "appointmentCommandRecord" where id = any(${data.tickets.map(({ id }: { id: number }) => id)})`.execute(
        server.db,
      );
      for (const { id } of rows) {
        await late(id);
        expect(await batchNow(id)).toMatchObject({ sendable });
      }
    });

    it('names the reason if no lock gets the rest, and keeps the rest', async () => {
      const { batch } = (
        await harbour('/command/vibration', vibrate(P(1), { sns: ['P00', 'NONE'] }))
      ).data;
      await late(batch);
      const { data } = await sendRest(batch);
      expect(data).toMatchObject({
        failed: [{ id: batch, why: 'NONE: This device does not exist' }],
      });
      expect(await batchNow(batch)).toMatchObject({ sendable: 1, resent: 0 });
    });
  });

  it('counts refused locks even if a whole part is refused', async () => {
    const { batch } = (await harbour('/command/vibration', vibrate(P(5), { total: 7 }))).data;
    const last = await harbour('/command/vibration', vibrate(['NONE', 'N1'], { batch }));
    expect(last).toMatchObject({ verify: { sign: 'success' }, data: { tickets: [] } });
    const { data } = await harbour('/commandBatch/get', { id: batch });
    expect(data).toMatchObject({ not_sent: 0, waiting: 5 });
  });

  it('includes a command to a single lock outside its geofences', async () => {
    const position = { fix_lat: QUAY.lat, fix_lon: QUAY.lon };
    const [id = 0] = await addLocks(server.db, { sn: 'AWAY', org_id: 2, status: 2, ...position });
    await harbour('/fence/add', quayFence('Its quay', [id]));
    const check = () => harbour('/command/unseal/check', { targets: { sns: ['AWAY'] } });
    expect((await check()).data).toMatchObject({ typed: false, outside: [] });
    await sql`update device_state set fix_lat = 23 where device_id = ${id}`.execute(server.db);
    expect((await check()).data).toMatchObject({ typed: true, outside: ['AWAY'] });
    expect((await unseal(['AWAY'], { reason, typed: '1' })).data.fields).toEqual({
      typed: 'Type AWAY to confirm',
    });
    expect((await unseal(['AWAY'], { reason, typed: 'AWAY' })).verify.sign).toBe('success');
  });

  it('waits for a second person if required, and records both', async () => {
    await server.setParameter('command_second_person', '1');
    const { data } = await unseal(P(20), { reason, typed: '20' });
    const ids = [data.batch];
    expect(data.tickets[0].state).toBe('unconfirmed');
    expect((await harbour('/commandBatch/confirm', { ids })).verify).toMatchObject({
      sign: 'conflict',
      desc: 'A second person must confirm it, not the sender.',
    });
    expect((await clerk('/commandBatch/confirm', { ids })).verify.sign).toBe('conflict');
    expect((await northern('/commandBatch/confirm', { ids })).verify.sign).toBe('notFound');
    expect((await server.tickets(data.batch))[0]).toMatchObject({ state: 'unconfirmed' });
    expect((await second('/commandBatch/confirm', { ids })).data).toMatchObject({ done: 1 });
    expect(await server.tickets(data.batch)).toMatchObject(
      P(20).map((sn) => ({
        sn,
        state: 'waiting',
        operate_name: 'Hanna',
        confirm_name: 'Hugo',
        reason,
      })),
    );
    expect((await second('/commandBatch/confirm', { ids })).verify.sign).toBe('conflict');
    const log = await harbour('/operationLog/list', { operate_url: '/commandBatch/confirm' });
    expect(log.data.list).toContainEqual(
      expect.objectContaining({ operate_name: 'Hugo', success: true }),
    );
    const sent = await harbour('/operationLog/list', {
      operate_url: '/command/unseal',
      success: true,
    });
    expect(JSON.stringify(sent.data.list)).toContain(reason);
  });

  it('is cancelled if it is declined or not confirmed in time', async () => {
    await server.setParameter('command_second_person', '1');
    const declined = (await unseal(P(20), { reason, typed: '20' })).data.batch;
    await second('/commandBatch/decline', { ids: [declined] });
    expect((await harbour('/commandBatch/get', { id: declined })).data).toMatchObject({
      state: 'declined',
      cancelled: 20,
      confirm_name: 'Hugo',
    });
    const late = (await unseal(P(20), { reason, typed: '20' })).data.batch;
    await sql`update "appointmentCommandRecord" set deadline = 1 where batch_id = ${late}`.execute(
      server.db,
    );
    const stateOf = async () => (await harbour('/commandBatch/get', { id: late })).data;
    await expect.poll(stateOf).toMatchObject({ state: 'failed', cancelled: 20 });
    expect((await second('/commandBatch/confirm', { ids: [late] })).verify.sign).toBe('conflict');
  });

  it('is checked again when it is confirmed', async () => {
    await server.setParameter('command_second_person', '1');
    const { batch } = (await unseal(P(20), { reason, typed: '20' })).data;
    await sql`update device_state set status = 0 where sn = 'P03'`.execute(server.db);
    await sql`update device set org_id = 3 where sn = 'P04'`.execute(server.db);
    expect((await second('/commandBatch/confirm', { ids: [batch] })).data).toMatchObject({
      done: 1,
    });
    const rows = await server.tickets(batch);
    expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(18);
    expect(rows.filter(({ state }) => state === 'cancelled')).toMatchObject([
      { sn: 'P03', message: 'Already unsealed' },
      { sn: 'P04', message: 'The device was moved to another organisation' },
    ]);
    await sql`update device set org_id = 2 where sn = 'P04'`.execute(server.db);
    await sql`
      update device_state as state set status = 2, lat = other.lat, lon = other.lon,
        fix_lat = other.fix_lat, fix_lon = other.fix_lon
      from device_state as other where other.sn = 'P05' and state.sn in ('P03', 'P04')`.execute(
      server.db,
    );
  });

  it('cannot be confirmed if the sender has lost the right to send it', async () => {
    await server.setParameter('command_second_person', '1');
    const ids = [(await unseal(P(20), { reason, typed: '20' })).data.batch];
    const setStatus = (status: number) =>
      sql`update oper set status = ${status} where id = 2`.execute(server.db);
    await setStatus(0);
    expect((await second('/commandBatch/confirm', { ids })).verify).toMatchObject({
      sign: 'conflict',
      desc: 'The sender no longer has permission to send this command.',
    });
    await setStatus(1);
    expect((await second('/commandBatch/confirm', { ids })).data).toMatchObject({ done: 1 });
  });

  it('cannot be confirmed after it is cancelled', async () => {
    await server.setParameter('command_second_person', '1');
    const ids = [(await unseal(P(20), { reason, typed: '20' })).data.batch];
    expect((await harbour('/commandBatch/stop', { ids })).verify.sign).toBe('success');
    const { data } = await harbour('/commandBatch/get', { id: ids[0] });
    expect(data).toMatchObject({ state: 'declined', cancelled: 20 });
    expect((await second('/commandBatch/confirm', { ids })).verify.sign).toBe('conflict');
  });

  it('is as dangerous when it is resent', async () => {
    const { data } = await unseal(P(20), { reason, typed: '20' });
    expect((await harbour('/commandBatch/stop', { ids: [data.batch] })).verify.sign).toBe(
      'success',
    );
    const ids = (await server.tickets(data.batch)).map(({ id }) => Number(id));
    const again = (body: object = {}) =>
      harbour('/appointmentCommandRecord/resend', { ids, ...body });
    expect((await again()).verify.sign).toBe('invalid');
    const sent = await again({ reason, typed: '20' });
    expect([sent.verify, sent.data?.tickets?.length]).toEqual([{ sign: 'success', desc: '' }, 20]);
    // Chunks make one batch, which is as dangerous as the whole.
    const how = { reason, typed: '20', total: 20 };
    expect((await again({ ids: ids.slice(0, 10), how: { total: 20 } })).verify.sign).toBe(
      'invalid',
    );
    const first = await again({ ids: ids.slice(0, 10), how });
    const rest = { ids: ids.slice(10), how: { ...how, batch: first.data.batch } };
    expect((await again(rest)).data.batch).toBe(first.data.batch);
    expect(await server.tickets(first.data.batch)).toHaveLength(20);
  });
});
