import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SCHEDULE, SCHEDULE_RESULT } from '../../../src/domain/schedule';
import { ordersServer, P, QUAY, quayFence } from './ordersServer';

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Call = Awaited<ReturnType<Opened['client']>>;
let server: Opened;
let harbour: Call;
let second: Call;
let fence: number;

beforeAll(async () => {
  server = await ordersServer();
  harbour = await server.client('harbour');
  second = await server.client('second');
  await sql`update device_state set status = 0 where sn like 'P%'`.execute(server.db);
  fence = (await harbour('/fence/add', quayFence('Quay'))).data.id;
});

beforeEach(async () => {
  await sql`delete from "commandSchedule"`.execute(server.db);
  await sql`delete from "appointmentCommandRecord"`.execute(server.db);
});

const night = { days: [], from: '22:00', to: '23:30', zone: 'Asia/Shanghai' };
const add = async (more: object = {}, call = harbour) =>
  call('/commandSchedule/add', {
    schedule_name: 'Seal the quay',
    cmd: 'seal',
    times: night,
    fences: [fence],
    ...more,
  });

/** Makes a schedule due, `ago` ms before now. */
const due = (id: number, ago = 0) =>
  sql`update "commandSchedule" set next_run = ${Date.now() - ago} where id = ${id}`.execute(
    server.db,
  );
const get = async (id: number) => (await harbour('/commandSchedule/get', { id })).data;
const ran = (id: number, expected: object) => expect.poll(() => get(id)).toMatchObject(expected);
const tickets = async () =>
  (
    await sql<Record<string, unknown>>`
      select * from "appointmentCommandRecord" order by sn`.execute(server.db)
  ).rows;

describe('a schedule', () => {
  it('sends to the locks that match at its time, and runs again', async () => {
    const { id } = (await add()).data;
    expect(await get(id)).toMatchObject({ state: SCHEDULE.active, owner: 'Hanna' });
    // Two locks have left the fence since it was made.
    await sql`update device_state set fix_lat = 30 where sn = any(${P(2)})`.execute(server.db);
    await due(id);
    await ran(id, {
      last_note: SCHEDULE_RESULT.sent,
      last_sent: 28,
      last_refused: 0,
      state: SCHEDULE.active,
    });
    const created = await tickets();
    expect(created.map(({ sn }) => sn)).toEqual(P(28, 2));
    expect(created[0]).toMatchObject({
      cmd: 'seal',
      state: 'waiting',
      operate_source: 3,
      operate_name: 'Seal the quay',
      oper_id: 2,
    });
    const { next_run, last_run } = await get(id);
    expect(next_run).toBeGreaterThan(Date.now());
    const { data } = await harbour('/commandBatch/list', { schedule_id: id });
    expect(data.list).toMatchObject([{ total: 28, waiting: 28, create_time: expect.any(Number) }]);
    // The tickets wait until the schedule's time is over.
    expect(Number(created[0]?.deadline) - last_run).toBeLessThanOrEqual(90 * 60_000);
    await sql`update device_state set fix_lat = ${QUAY.lat} where sn = any(${P(2)})`.execute(
      server.db,
    );
  });

  it('sends a command with its arguments', async () => {
    const { id } = (await add({ cmd: 'vibration', vibration_value: 7 })).data;
    const cards = { cmd: 'addCards', addCards_cards: ['2026000001', '04A1B2C3'] };
    const other = (await add({ ...cards, schedule_name: 'Cards' })).data;
    expect(await get(other.id)).toMatchObject(cards);
    await due(id);
    await due(other.id);
    await ran(id, { last_note: SCHEDULE_RESULT.sent, last_sent: 30 });
    await ran(other.id, { last_note: SCHEDULE_RESULT.sent, last_sent: 30 });
    const created = await tickets();
    expect(created.filter(({ sn }) => sn === 'P00').map(({ cmd, args }) => [cmd, args])).toEqual(
      expect.arrayContaining([
        ['vibration', { value: 7 }],
        ['addCards', { cards: ['2026000001', '04A1B2C3'] }],
      ]),
    );
  });

  it('fails alone if its command fails, and notes the reason', async () => {
    const broken = (await add()).data.id;
    const { id } = (await add({ schedule_name: 'Behind it' })).data;
    await sql`update "commandSchedule" set cmd = 'vibration', vibration_value = 3
      where id = ${broken}`.execute(server.db);
    await sql`create function fail_one() returns trigger language plpgsql as $$
      begin
        if new.cmd = 'vibration' then raise exception 'no room'; end if;
        return new;
      end $$`.execute(server.db);
    await sql`create trigger fail_one before insert on command_batch for each row
      execute function fail_one()`.execute(server.db);
    await due(broken, 1_000);
    await due(id);
    await ran(id, { last_note: SCHEDULE_RESULT.sent, last_sent: 30 });
    await ran(broken, { last_note: SCHEDULE_RESULT.failed, last_sent: 0, state: SCHEDULE.active });
    expect((await get(broken)).next_run).toBeGreaterThan(Date.now());
    await sql`drop function fail_one cascade`.execute(server.db);
  });

  it('runs once with several servers', async () => {
    const servers = await Promise.all([server.start(), server.start(), server.start()]);
    const { id } = (await add({ times: null, once_at: Date.now() + 3_600_000 })).data;
    await sql`update "commandSchedule" set once_at = ${Date.now()} where id = ${id}`.execute(
      server.db,
    );
    await due(id);
    await ran(id, { state: SCHEDULE.ended, last_sent: 30, next_run: null });
    expect(await tickets()).toHaveLength(30);
    await Promise.all(servers.map((other) => other.close()));
    expect(await tickets()).toHaveLength(30);
  });

  it('runs late within its window, and not afterwards', async () => {
    const { id } = (await add()).data;
    await due(id, 91 * 60_000);
    await ran(id, { last_note: SCHEDULE_RESULT.missed, state: SCHEDULE.active });
    expect(await tickets()).toEqual([]);
    await due(id, 60 * 60_000);
    await ran(id, { last_note: SCHEDULE_RESULT.sent, last_sent: 30 });
  });

  it('runs with the current rights of its owner', async () => {
    const { id } = (await add({}, second)).data;
    await sql`update oper set status = 0 where id = 5`.execute(server.db);
    await due(id);
    await ran(id, { last_note: SCHEDULE_RESULT.notAllowed });
    expect(await tickets()).toEqual([]);
    await sql`update oper set status = 1 where id = 5`.execute(server.db);
    // An operator who changes the schedule becomes its owner.
    await harbour('/commandSchedule/update', { id, schedule_name: 'Mine now' });
    await due(id);
    await ran(id, { last_note: SCHEDULE_RESULT.sent, owner: 'Hanna' });
  });

  it('sends nothing to the locks of the organisation that its owner moved to', async () => {
    const { id } = (await add({}, second)).data;
    const atQuay = sql`update device_state set status = 0, fix_lat = ${QUAY.lat}, fix_lon = ${QUAY.lon}
      where sn = 'N1'`;
    await atQuay.execute(server.db);
    await sql`update oper set org_id = 3 where id = 5`.execute(server.db);
    onTestFinished(async () => {
      await sql`update oper set org_id = 2 where id = 5`.execute(server.db);
    });
    await due(id);
    await ran(id, { last_note: SCHEDULE_RESULT.notAllowed });
    expect(await tickets()).toEqual([]);
  });

  it('is paused, resumed and ended', async () => {
    const { id } = (await add()).data;
    await harbour('/commandSchedule/pause', { ids: [id] });
    await due(id);
    const other = (await add({ schedule_name: 'Another' })).data.id;
    await due(other);
    await ran(other, { last_note: SCHEDULE_RESULT.sent });
    expect(await get(id)).toMatchObject({ state: SCHEDULE.paused, last_run: null });
    await harbour('/commandSchedule/resume', { ids: [id] });
    expect((await get(id)).next_run).toBeGreaterThan(Date.now());
    await harbour('/commandSchedule/end', { ids: [id] });
    expect(await get(id)).toMatchObject({ state: SCHEDULE.ended, next_run: null });
  });

  it.each([
    ['neither once nor weekly', { times: null }, 'once_at'],
    ['both', { once_at: Date.now() + 60_000 }, 'once_at'],
    ['in the past', { times: null, once_at: Date.now() - 1_000 }, 'once_at'],
    ['for no lock', { fences: [] }, 'fences'],
    ['to unseal without a reason', { cmd: 'unseal', typed: 'Seal the quay' }, 'reason'],
    ['to unseal without its name typed', { cmd: 'unseal', reason: 'x', typed: 'Seal' }, 'typed'],
    ['of a command without its arguments', { cmd: 'vibration' }, 'vibration_value'],
    ['of a command with a secret', { cmd: 'unsealPassword' }, 'cmd'],
  ])('%s is refused', async (_, more, field) => {
    const { verify, data } = await add(more);
    expect([verify.sign, Object.keys(data.fields ?? {})]).toEqual(['invalid', [field]]);
  });

  it('requires the right to its command, and is invisible to other tenants', async () => {
    const clerk = await server.client('clerk');
    expect(Object.keys((await add({}, clerk)).data.fields)).toContain('cmd');
    const { id } = (await add()).data;
    const northern = await server.client('northern');
    expect((await northern('/commandSchedule/end', { ids: [id] })).verify.sign).toBe('notFound');
  });
});
