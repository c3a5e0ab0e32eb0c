import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoServer, demoServer } from '../startShipped';

interface Description {
  readonly paths: Record<string, { readonly post: Record<string, unknown> }>;
  readonly components: { readonly schemas: Record<string, Record<string, never>> };
}

let server: DemoServer;
let described: Description;
let ajv: Ajv2020;
let admin: string;
beforeAll(async () => {
  server = await demoServer();
  described = (await (await fetch(`${server.url}/openapi.json`)).json()) as Description;
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(described, 'api');
  admin = await server.signIn('admin');
});

const pointer = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the errors of an answer against its schema in the description. */
const wrongWith = (path: string, answer: unknown): unknown => {
  const at = `api#/paths/${pointer(path)}/post/responses/200/content/application~1json/schema`;
  const validate = ajv.getSchema(at);
  if (!validate) throw new Error(`${path} is not described`);
  return validate(answer) ? [] : validate.errors?.slice(0, 5);
};

/** Validates a field of a call's body by its description. */
const fieldOf = (path: string, name: string) => {
  const at = `api#/paths/${pointer(path)}/post/requestBody/content/application~1json/schema/properties/${name}`;
  const validate = ajv.getSchema(at);
  if (!validate) throw new Error(`${path} has no ${name}`);
  return validate;
};

const plain = ({ verify, data }: { verify: unknown; data: unknown }) => ({ verify, data });

describe('the OpenAPI description', () => {
  it('matches the answer of every list', async () => {
    const lists = Object.keys(described.paths).filter((path) => path.endsWith('/list'));
    expect(lists.length).toBeGreaterThan(25);
    let filled = 0;
    for (const path of lists) {
      const answer = await server.call(path, { pageSize: 200 }, { token: admin });
      expect([path, answer.verify.sign]).toEqual([path, 'success']);
      expect([path, wrongWith(path, plain(answer))]).toEqual([path, []]);
      if (answer.data.total > 0) filled++;
    }
    expect(filled).toBeGreaterThan(15);
  });

  it('matches a sign-in, an operator’s rights, and refusals', async () => {
    const login = await server.login({ username: 'harbour' }, 'Demo2026');
    expect([login.verify.sign, wrongWith('/login/login', plain(login))]).toEqual(['success', []]);
    const auth = await server.call('/auth/getAuth', {}, { token: admin });
    expect([auth.verify.sign, wrongWith('/auth/getAuth', plain(auth))]).toEqual(['success', []]);
    for (const token of [admin, '']) {
      const refused = await server.call('/device/add', { sn: '' }, { token });
      expect(refused.verify.sign).not.toBe('success');
      expect(wrongWith('/device/add', plain(refused))).toEqual([]);
    }
  });

  it('accepts the encrypted form of a secret, and no plain text', async () => {
    for (const [path, name] of [
      ['/oper/add', 'password'],
      ['/org/add', 'password'],
      ['/command/unsealPassword', 'password'],
      ['/command/apn', 'password'],
      ['/command/bluetoothKey', 'key'],
    ] as const) {
      const validate = fieldOf(path, name);
      expect([path, validate('12345612')]).toEqual([path, false]);
      expect([path, validate(await server.encrypt('12345612'))]).toEqual([path, true]);
      expect(JSON.stringify(validate.schema)).toMatch(/OAEP.*publicKey/);
    }
  });

  it('names the key and the padding of passwords for a sign-in or a change', () => {
    for (const [path, name] of [
      ['/login/login', 'password'],
      ['/login/changePassword', 'oldPassword'],
      ['/login/changePassword', 'newPassword'],
    ] as const) {
      const text = JSON.stringify(fieldOf(path, name).schema);
      for (const word of ['base64', 'OAEP (SHA-256', 'PKCS#1 v1.5', 'publicKey', 'loginKey'])
        expect([path, name, text.includes(word)]).toEqual([path, name, true]);
    }
  });

  it('matches an operator without settings, and names the reports', async () => {
    const answer = await server.call('/hobby/get', {}, { token: admin });
    expect([answer.data, wrongWith('/hobby/get', plain(answer))]).toEqual([null, []]);
    for (const path of ['/report/run', '/report/export']) {
      const validate = fieldOf(path, 'report');
      expect([path, validate('mileage'), validate('nonsense')]).toEqual([path, true, false]);
    }
  });

  it('forbids undeclared members in every body', async () => {
    const open = Object.entries(described.paths).flatMap(([path, { post }]) => {
      const { content } = post.requestBody as { content: Record<string, { schema: object }> };
      const bodies = Object.values(content).map(({ schema }) => schema);
      return bodies.every((body) => 'additionalProperties' in body && !body.additionalProperties)
        ? []
        : [path];
    });
    expect(open).toEqual([]);
    for (const path of ['/device/list', '/device/update', '/device/count', '/auth/getAuth']) {
      const { data } = await server.call(path, { not_declared: 1 }, { token: admin });
      expect([path, Object.keys(data.fields)]).toEqual([path, ['not_declared']]);
    }
  });

  it('rejects a wrong answer', async () => {
    const answer = await server.call('/device/list', { pageSize: 1 }, { token: admin });
    const [row] = answer.data.list;
    for (const changed of [{ id: 'x' }, { sn: null }, { status: 77 }, { not_declared: 1 }]) {
      const data = { ...answer.data, list: [{ ...row, ...changed }] };
      expect(wrongWith('/device/list', { verify: answer.verify, data })).not.toEqual([]);
    }
  });

  it('names rows, optional fields, limits and patterns', () => {
    const { schemas } = described.components;
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['device', 'org', 'oper', 'Operator', 'Menu', 'Refusal']),
    );
    expect(schemas.device?.properties).toMatchObject({
      sn: { type: 'string' },
      device_name: { type: ['string', 'null'] },
    });
    const { requestBody } = described.paths['/device/add']?.post ?? {};
    expect(requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            properties: {
              sn: { type: 'string', pattern: expect.any(String) },
              device_name: { maxLength: expect.any(Number) },
            },
          },
        },
      },
    });
    expect(described.paths['/device/list']?.post).toMatchObject({
      requestBody: {
        content: {
          'application/json': {
            schema: { properties: { pageSize: { minimum: 1, maximum: 1000 } } },
          },
        },
      },
    });
  });
});

describe('an unknown path', () => {
  it.each([
    ['POST', '/api/device/lists'],
    ['POST', '/api'],
    ['GET', '/api/device/list'],
    ['DELETE', '/api/device'],
  ])('is not found: %s %s', async (method, path) => {
    const body = method === 'POST' ? JSON.stringify(server.signed({})) : undefined;
    const headers = { accept: 'text/html', ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(server.url + path, { method, body, headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ verify: { sign: 'notFound' }, data: null });
  });
});
