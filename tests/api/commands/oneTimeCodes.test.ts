import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { TextMessage } from '../../../src/server/notify/sms';
import { smtpServer } from '../notify/smtpServer';
import { ordersServer, P } from './ordersServer';

type Opened = Awaited<ReturnType<typeof ordersServer>>;
type Call = Awaited<ReturnType<Opened['client']>>;
let server: Opened;
let harbour: Call;
let second: Call;
let clerk: Call;
const sent: TextMessage[] = [];

beforeAll(async () => {
  server = await ordersServer({
    http: {
      sms: async (message) => {
        sent.push(message);
        return 'ok';
      },
    },
  });
  harbour = await server.client('harbour');
  second = await server.client('second');
  clerk = await server.client('clerk');
  await server.setParameter('command_second_person', '2');
  await sql`update org set sms_total = 100`.execute(server.db);
  await sql`update oper set "operPhone" = '1380013800' || id`.execute(server.db);
});

beforeEach(async () => {
  sent.length = 0;
  await sql`delete from command_code`.execute(server.db);
});

const reason = 'Customs asked for it';
const unseal = (how: object, call = harbour) =>
  call('/command/unseal', { sns: P(20), how: { reason, typed: '20', ...how } });

/** Requests a code and reads it from the message. */
const ask = async (call = harbour) => {
  expect((await call('/command/unseal/code')).verify.sign).toBe('success');
  return /\b\d{6}\b/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '';
};

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a one-time code for a dangerous command', () => {
  it('goes to the sender’s phone, and is valid for one command', async () => {
    const { data: check } = await harbour('/command/unseal/check', { targets: { sns: P(20) } });
    expect(check).toMatchObject({ typed: true, second: false, code: true });
    expect((await unseal({})).data.fields).toEqual({ code: 'Enter the code we sent you' });
    const { verify, data } = await harbour('/command/unseal/code', {}, 'zh');
    expect([verify.desc, data]).toEqual(['', { to: '138••••02' }]);
    expect(sent).toEqual([
      { phone: '13800138002', text: expect.stringMatching(/^【Test】您的“解封”验证码为 \d{6}/) },
    ]);
    const code = /\d{6}/.exec(sent[0]?.text ?? '')?.[0] ?? '';
    const first = await unseal({ code, typed: '19' });
    expect(Object.keys(first.data.fields)).toEqual(['typed']);
    const answer = await unseal({ code });
    expect([answer.verify.sign, answer.data.tickets.length]).toEqual(['success', 20]);
    expect(answer.data.tickets[0].state).toBe('waiting');
    expect(Object.keys((await unseal({ code })).data.fields)).toEqual(['code']);
    // The log of text messages does not contain the code.
    const { rows } = await sql<{ content: string }>`select content from "smsRecord"`.execute(
      server.db,
    );
    expect(rows.map(({ content }) => content).join()).not.toContain(code);
  });

  it('is valid for the sender and the command, for five attempts and five minutes', async () => {
    const code = await ask();
    expect((await unseal({ code }, second)).verify.sign).toBe('invalid');
    const other = await harbour('/command/clearCards', {
      sns: ['P00'],
      how: { reason, typed: 'P00', code },
    });
    expect(Object.keys(other.data.fields)).toEqual(['code']);
    for (let i = 0; i < 5; i++) {
      expect((await unseal({ code: wrong(code) })).verify.sign).toBe('invalid');
    }
    expect((await unseal({ code })).data.fields.code).toContain('After 5 attempts');
    expect((await harbour('/command/unseal/code')).verify.sign).toBe('throttled');
    await sql`update command_code set create_time = create_time - 31000`.execute(server.db);
    const again = await ask();
    await sql`update command_code set create_time = create_time - 300001`.execute(server.db);
    expect((await unseal({ code: again })).verify.sign).toBe('invalid');
  });

  it('covers all parts of a batch, but not a resend', async () => {
    const code = await ask();
    const how = { reason, typed: '22', total: 22 };
    const first = await harbour('/command/unseal', { sns: P(20), how: { ...how, code } });
    const batch = first.data.batch;
    const more = await harbour('/command/unseal', { sns: P(2, 20), how: { ...how, batch } });
    expect(more.verify.sign).toBe('success');
    await harbour('/commandBatch/stop', { ids: [batch] });
    const ids = (await server.tickets(batch)).slice(0, 20).map(({ id }) => Number(id));
    const resend = (more: object) =>
      harbour('/appointmentCommandRecord/resend', { ids, how: { reason, typed: '20', ...more } });
    expect(Object.keys((await resend({})).data.fields)).toEqual(['code']);
    await sql`delete from command_code`.execute(server.db);
    expect((await resend({ code: await ask() })).verify.sign).toBe('success');
  });

  it('is required from a colleague who sends the rest of a batch, once', async () => {
    const how = { reason, typed: '25', sns: P(25) };
    const first = await harbour('/command/unseal', {
      sns: P(5),
      how: { ...how, code: await ask() },
    });
    const ids = [first.data.batch];
    await sql`update command_batch set create_time = create_time - 120000`.execute(server.db);
    const sendRest = (more: object) =>
      second('/commandBatch/sendRest', { ids, typed: '20', ...more });
    const code = await ask(second);
    expect((await sendRest({})).data.fields).toEqual({ code: 'Enter the code we sent you' });
    for (let i = 0; i < 4; i++) {
      expect(Object.keys((await sendRest({ code: wrong(code) })).data.fields)).toEqual(['code']);
    }
    expect((await sendRest({ code, typed: '3' })).data.fields).toMatchObject({
      typed: expect.stringContaining('20'),
    });
    // The refused attempts count.
    expect((await sendRest({ code })).data.fields.code).toContain('After 5 attempts');
    await sql`delete from command_code`.execute(server.db);
    expect((await sendRest({ code: await ask(second) })).data).toMatchObject({ done: 1 });
    expect((await sendRest({ code })).verify.sign).not.toBe('success');
    const { rows } = await sql<{ logged: string }>`
      select request_body ->> 'code' as logged from "operationLog"
      where operate_url = '/commandBatch/sendRest' and request_body ->> 'code' is not null`.execute(
      server.db,
    );
    expect(new Set(rows.map(({ logged }) => logged))).toEqual(new Set(['***']));
  });

  it('is accepted when tickets of a list are sent again', async () => {
    const { data } = await unseal({ code: await ask() });
    await harbour('/commandBatch/stop', { ids: [data.batch] });
    const ids = (await server.tickets(data.batch)).map(({ id }) => Number(id));
    await sql`delete from command_code`.execute(server.db);
    const code = await ask();
    const { verify } = await harbour('/appointmentCommandRecord/resend', {
      ...{ ids, reason, typed: '20', code },
    });
    expect(verify.sign).toBe('success');
  });

  it('goes by mail without a phone number, and is refused without the right to send', async () => {
    expect((await clerk('/command/unseal/code')).verify.sign).toBe('noPermission');
    await sql`update oper set "operPhone" = null where id = 5`.execute(server.db);
    expect((await second('/command/unseal/code')).verify.sign).toBe('conflict');
    const smtp = await smtpServer();
    onTestFinished(() => smtp.close());
    await sql`insert into "emailKey" (sender, host, port, security, enabled)
      values ('seals@example.com', '127.0.0.1', ${smtp.port}, 'none', true)`.execute(server.db);
    await sql`update oper set "operEmail" = 'hugo@example.com' where id = 5`.execute(server.db);
    await sql`delete from command_code`.execute(server.db);
    expect((await second('/command/unseal/code')).data).toEqual({ to: 'h••••@example.com' });
    expect(sent).toEqual([]);
    expect(smtp.mails.join('\n')).toMatch(/Your code for .* is \d{6}\b/);
  });
});
