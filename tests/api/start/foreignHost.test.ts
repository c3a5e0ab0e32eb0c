import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import config from '../../../resources.config';
import { openStore } from '../../../src/server/db';
import { FIRST_PASSWORD } from '../http/client';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';

const FOREIGN = {
  host: 'foreign.example',
  'x-forwarded-host': 'foreign.example',
  'x-forwarded-proto': 'https',
  forwarded: 'host=foreign.example',
  origin: 'https://foreign.example',
  referer: 'https://foreign.example/',
};

const SN = 'FOREIGN-1';

it.each([
  [{ HOST: '0.0.0.0' }, undefined],
  [{ HOST: '0.0.0.0', TRUST_PROXY: 'true' }, undefined],
  [{ HOST: '127.0.0.1', TRUST_PROXY: 'true' }, /^http:\/\/127\.0\.0\.1:\d+\/files\//],
  [
    { HOST: '0.0.0.0', TRUST_PROXY: 'true', PUBLIC_URL: 'https://seals.example.com/a' },
    /^https:\/\/seals\.example\.com\/a\/files\//,
  ],
])('with %j the server takes no address from the headers of a call', async (env, expected) => {
  const place = await ownPlace(config);
  const server = await startShipped(place, { DEMO: '0', ADMIN_PASSWORD: FIRST_PASSWORD, ...env });
  const { port } = new URL(server.url);
  const token = await server.signIn('admin');
  const answers: string[] = [];
  const askAs = async (path: string, body?: object) => {
    const call = request({
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers: { ...FOREIGN, authorization: token, 'content-type': 'application/json' },
    });
    call.end(body && JSON.stringify(server.signed(body)));
    const [response] = await once(call, 'response');
    const answer = await text(response);
    answers.push(answer, JSON.stringify(response.headers));
    return answer;
  };
  const ask = async (path: string, body: object = {}) =>
    JSON.parse(await askAs(`/api${path}`, body));
  const org_id = (await ask('/org/list')).data.list[0].id;
  const { id } = (await ask('/device/add', { sn: SN, org_id })).data;
  const file = await server.upload(Buffer.from('x'), 'a.bin', { purpose: 'firmware' }, { token });
  const firmware = (
    await ask('/firmware/add', { firmware_version: 'V9', firmware_path: file.data.path })
  ).data.id;
  const answer = await ask('/command/upgrade', { sns: [SN], firmware });
  if (expected) expect(answer.verify.sign).toBe('success');
  else expect(answer.verify).toMatchObject({ desc: expect.stringContaining('Set PUBLIC_URL') });
  for (const path of ['/appointmentCommandRecord/list', '/upgradeRecord/list', '/firmware/list'])
    await ask(path);
  await ask('/device/connect', { ids: [id] });
  for (const path of ['/', '/config.json', '/openapi.json', '/files']) await askAs(path);
  expect(answers.filter((each) => each.includes('foreign.example'))).toEqual([]);
  const store = await openStore({ ...place, config, log: () => {} });
  const { rows } = await sql<{ url: string }>`
    select args->>'url' as url from "appointmentCommandRecord"`.execute(store.db);
  await store.close();
  expect(rows).toEqual(expected ? [{ url: expect.stringMatching(expected) }] : []);
});
