import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ordersServer, P } from './ordersServer';

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Call = Awaited<ReturnType<Opened['client']>>;
let server: Opened;
let harbour: Call;
let clerk: Call;

beforeAll(async () => {
  server = await ordersServer();
  harbour = await server.client('harbour');
  clerk = await server.client('clerk');
});
beforeEach(async () => {
  await sql`update device_state set communicate_status = 1`.execute(server.db);
});

const send = async (sns: string[], waves: object, how: object = {}) =>
  (await harbour('/command/vibration', { sns, value: 3, how: { waves, ...how } })).data;

/** Returns the state of a batch with its ticket counts. */
const countsOf = async (batch: number) => {
  const { data } = await harbour('/commandBatch/get', { id: batch });
  const { state, wave, planned, waiting, sent, success, failure, invalid, cancelled } = data;
  return {
    state,
    wave,
    ...Object.fromEntries(
      Object.entries({ planned, waiting, sent, success, failure, invalid, cancelled }).filter(
        ([, count]) => count > 0,
      ),
    ),
  };
};

/** Ends sent tickets of a batch. */
const answer = async (batch: number, state: 'success' | 'failure', count = 100) => {
  const result = state === 'success' ? 1 : 2;
  await sql`
    update "appointmentCommandRecord" set state = ${state}, result = ${result}, end_time = 1
    where id in (
      select id from "appointmentCommandRecord" where batch_id = ${batch} and state = 'sent'
      order by id limit ${count})`.execute(server.db);
};

const become = (batch: number, counts: object) =>
  expect.poll(() => countsOf(batch), { interval: 100 }).toEqual(counts);

describe('a command in waves', () => {
  it('continues by itself while few locks fail', async () => {
    const { batch, tickets } = await send(P(10), { first: 2, next: 5, failures: 1 });
    expect(tickets.map(({ state }: { state: string }) => state)).toEqual([
      ...Array(2).fill('waiting'),
      ...Array(8).fill('planned'),
    ]);
    await become(batch, { state: 'running', wave: 1, sent: 2, planned: 8 });
    await answer(batch, 'failure', 1);
    await answer(batch, 'success');
    await become(batch, { state: 'running', wave: 2, failure: 1, success: 1, sent: 5, planned: 3 });
    await answer(batch, 'success');
    await become(batch, { state: 'running', wave: 3, failure: 1, success: 6, sent: 3 });
    await answer(batch, 'success');
    await become(batch, { state: 'failed', wave: 3, failure: 1, success: 9 });
  });

  it('stops if too many locks of a wave fail, until an operator continues', async () => {
    await sql`update device_state set communicate_status = 0 where sn in ('P03', 'P04')`.execute(
      server.db,
    );
    const { batch } = await send(P(10), { first: 5, failures: 0 });
    await become(batch, { state: 'running', wave: 1, sent: 3, waiting: 2, planned: 5 });
    await answer(batch, 'failure', 1);
    // Tickets that wait for sleeping locks are held back too; sent ones are already with their locks.
    await become(batch, { state: 'stopped', wave: 1, failure: 1, sent: 2, planned: 7 });
    await answer(batch, 'success');
    const ids = [batch];
    expect((await clerk('/commandBatch/advance', { ids })).verify.sign).toBe('noPermission');
    expect((await harbour('/commandBatch/advance', { ids })).data).toMatchObject({ done: 1 });
    // The held tickets of the first wave go first. Its failure is forgiven; another one is not.
    await become(batch, {
      state: 'running',
      wave: 1,
      failure: 1,
      success: 2,
      waiting: 2,
      planned: 5,
    });
    // Goes on without waiting for sleeping locks.
    await harbour('/commandBatch/advance', { ids });
    await become(batch, { state: 'running', wave: 2, failure: 1, success: 2, waiting: 2, sent: 5 });
    await answer(batch, 'failure', 1);
    await become(batch, { state: 'stopped', wave: 2, failure: 2, success: 2, sent: 4, planned: 2 });
    await answer(batch, 'success');
    expect((await harbour('/commandBatch/stop', { ids })).verify.sign).toBe('success');
    await become(batch, { state: 'failed', wave: 2, failure: 2, success: 6, cancelled: 2 });
    const { verify } = await harbour('/commandBatch/advance', { ids });
    expect(verify).toMatchObject({
      sign: 'conflict',
      desc: 'No locks are waiting for a later wave.',
    });
    expect((await harbour('/commandBatch/stop', { ids })).verify.desc).toBe(
      'No commands are waiting. Sent commands cannot be cancelled.',
    );
  });

  it('counts all parts as one command, and locks that never woke up as no failures', async () => {
    await sql`update device_state set communicate_status = 0 where sn = 'P00'`.execute(server.db);
    const waves = { first: 3, next: 2, failures: 0 };
    const { batch } = await send(P(2), waves, { total: 6 });
    await send(P(4, 2), waves, { batch });
    await become(batch, { state: 'running', wave: 1, waiting: 1, sent: 2, planned: 3 });
    await sql`update "appointmentCommandRecord" set deadline = 1
      where batch_id = ${batch} and state = 'waiting'`.execute(server.db);
    await answer(batch, 'success');
    await become(batch, { state: 'running', wave: 2, invalid: 1, success: 2, sent: 2, planned: 1 });
    // A planned ticket also expires.
    await sql`update "appointmentCommandRecord" set deadline = 1
      where batch_id = ${batch} and state = 'planned'`.execute(server.db);
    const counts = { invalid: 1, success: 2, sent: 2, cancelled: 1 };
    await become(batch, { state: 'running', wave: 2, ...counts });
    await answer(batch, 'success');
    await become(batch, { state: 'failed', wave: 2, invalid: 1, success: 4, cancelled: 1 });
  });

  it.each([
    [{ first: 0, failures: 0 }, ['first']],
    [{ first: 1 }, ['failures']],
    [{ first: 1, next: 0, failures: -1 }, ['next', 'failures']],
    ['x', ['waves']],
  ])('%j is refused, naming %s', async (waves, fields) => {
    const { verify, data } = await harbour('/command/vibration', {
      sns: P(2),
      value: 1,
      how: { waves },
    });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', fields]);
  });
});
