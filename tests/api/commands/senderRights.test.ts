import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocks } from '../locks';
import { type LiveOrders, liveOrders, until } from './liveOrders';

type Call = Awaited<ReturnType<LiveOrders['client']>>;

const [HARBOUR, NORTHERN, YARD] = [2, 3, 4];
const MAY_NOT = 'The sender may no longer send this command';
const SEES_NOT = 'The sender may no longer send commands to this device';
/** Hugo, who sends, and the clerk's role, which may not. */
const [HUGO, CLERK] = [5, 3];
let server: LiveOrders;
let admin: Call;
let hugo: Call;
let northern: Call;
let number = 0;
let sn = '';
let id = 0;

beforeAll(async () => {
  server = await liveOrders();
  admin = await server.client('admin');
  hugo = await server.client('second');
  northern = await server.client('northern');
});

beforeEach(async () => {
  await sql`update oper set status = 1, role_id = 2, org_id = ${HARBOUR}
    where id = ${HUGO}`.execute(server.db);
  number += 1;
  sn = `SEND-${number}`;
  [id = 0] = await addLocks(server.db, { sn, org_id: HARBOUR, status: 2 });
  server.sent.length = 0;
});

const send = async (call: Call, how: object = {}) => {
  const body = { sns: [sn], how: { reason: 'Test', typed: sn, ...how } };
  const { data, verify } = await call('/command/unseal', body);
  expect(verify.sign).toBe('success');
  return Number(data.tickets[0].id);
};

const ticket = async (ticketId: number) =>
  (await admin('/appointmentCommandRecord/get', { id: ticketId })).data;

const leavesWaiting = (ticketId: number) =>
  until(async () => expect((await ticket(ticketId)).state).not.toBe('waiting'));

const changeHugo = (values: object) =>
  server.db.updateTable('oper').set(values).where('id', '=', HUGO).execute();

const withButton = (change: 'delete' | 'insert') =>
  change === 'delete'
    ? sql`delete from role_button using button
        where role_id = 2 and button_id = button.id and "actionUrl" = '/command/unseal'`
    : sql`insert into role_button select 2, id from button where "actionUrl" = '/command/unseal'`;

describe('a waiting command', () => {
  it('goes out if its sender may still send it', async () => {
    const waiting = await send(hugo);
    await server.come(sn);
    await leavesWaiting(waiting);
    expect(server.sent).toEqual([`${sn} unseal`]);
    expect(await ticket(waiting)).toMatchObject({ state: 'sent', message: null });
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['was disabled', MAY_NOT, () => changeHugo({ status: 0 })],
    ['has another role', MAY_NOT, () => changeHugo({ role_id: CLERK })],
    ['has moved to another organisation', SEES_NOT, () => changeHugo({ org_id: YARD })],
    ['has a role without it now', MAY_NOT, () => withButton('delete').execute(server.db)],
  ])('ends with the reason if its sender %s', async (_, reason, change) => {
    const waiting = await send(hugo);
    await change();
    await server.come(sn);
    await leavesWaiting(waiting);
    await withButton('delete').execute(server.db);
    await withButton('insert').execute(server.db);
    expect(server.sent).toEqual([]);
    expect(await ticket(waiting)).toMatchObject({ state: 'cancelled', message: reason });
  });

  it.each<[string, object]>([
    ['was shared for sealing only', { may_unseal: false }],
    ['is shared no more', { state: 2 }],
  ])('ends with the reason if the lock %s meanwhile', async (_, values) => {
    const lent = { devices: [id], orgs: [NORTHERN], may_seal: true, may_unseal: true };
    const { data } = await admin('/batchDisDevice/add', lent);
    const waiting = await send(northern);
    await server.db
      .updateTable('batchDisDevice')
      .set(values)
      .where('id', '=', Number(data.id))
      .execute();
    await server.come(sn);
    await leavesWaiting(waiting);
    expect(server.sent).toEqual([]);
    expect(await ticket(waiting)).toMatchObject({ state: 'cancelled', message: SEES_NOT });
  });

  it('survives a short disabling of its sender', async () => {
    const waiting = await send(hugo, { start: Date.now() + 3_600_000 });
    await changeHugo({ status: 0 });
    const other = await send(admin);
    await server.come(sn);
    await leavesWaiting(other);
    expect(server.sent).toEqual([`${sn} unseal`]);
    expect(await ticket(waiting)).toMatchObject({ state: 'waiting' });
  });

  it('is not sent again after a reconnect if its sender may no longer send it', async () => {
    await server.come(sn);
    const sentId = await send(hugo);
    await leavesWaiting(sentId);
    await changeHugo({ status: 0 });
    const count = server.sent.length;
    await server.life(sn, { fresh: true });
    const other = await send(admin);
    await leavesWaiting(other);
    expect(server.sent.length).toBe(count + 1);
  });
});
