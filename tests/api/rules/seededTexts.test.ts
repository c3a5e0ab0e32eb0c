import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { createTextLookup } from '../../../src/config';
import type { Operator } from '../http/client';
import { type DemoServer, demoServer } from '../startShipped';

let server: DemoServer;
let admin: Operator;
beforeAll(async () => {
  server = await demoServer();
  admin = await server.as('admin');
});

it.each([
  ['menu', 'menuName'],
  ['button', 'btnName'],
  ['role', 'roleName'],
  ['dict', 'dict_text'],
  ['systemParams', 'remark'],
])('every %s that the server creates has a %s in both languages', async (entity, field) => {
  const { list } = await admin.ask(`/${entity}/list`, { pageSize: 1000 });
  const { labels } = config.entities.find(({ name }) => name === entity)?.fields[field] ?? {};
  const lookup = createTextLookup(labels);
  const stored: string[] = list.map((row: Record<string, string>) => row[field]);
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter((text) => !lookup.has(text))).toEqual([]);
});

it('the alarm settings of the demo pass the validation of a form', async () => {
  const { list } = await admin.ask('/alarmConfig/list', { pageSize: 100 });
  expect(list.length).toBeGreaterThan(0);
  for (const { id, phone, mail_box, receive_type, language, ...flags } of list) {
    const { is_phone_config, is_mail_config } = flags;
    const values = { phone, mail_box, receive_type, language, is_phone_config, is_mail_config };
    const { verify } = await admin.call('/alarmConfig/update', { id, ...values });
    expect(verify.sign).toBe('success');
  }
});
