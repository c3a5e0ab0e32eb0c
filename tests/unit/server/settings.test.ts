import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../../src/server/options';
import { misspelt } from '../../../src/server/settings';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealdesk-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const secretFile = async (text: string, mode = 0o400): Promise<string> => {
  const path = join(await mkdtemp(join(folder, 'one-')), 'secret');
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
};

describe('a secret in a file', () => {
  it.each([
    ['DATABASE_URL', 'postgres://seal:Known26@db/seal', 'databaseUrl'],
    ['MQTT_URL', 'mqtt://seal:Known26@broker', 'mqttUrl'],
    ['SIGN_SECRET', 'Known26 sign', 'signSecret'],
    ['ADMIN_PASSWORD', 'Known26', 'adminPassword'],
    ['TRACCAR_TOKEN', 'Known26-and-longer', 'traccarToken'],
    ['MAP_SERVICE', 'off google=https://t.example.com/{z}/{x}/{y}?key=K', 'mapService'],
  ])('is read: %s_FILE', async (name, text, option) => {
    const path = await secretFile(`${text}\n`);
    expect(optionsOf({ [`${name}_FILE`]: path }, '')).toEqual(optionsOf({ [name]: text }, ''));
    expect(optionsOf({ [`${name}_FILE`]: path }, '')).toHaveProperty(option);
  });

  it('is read for the gateways of text messages and Traccar', async () => {
    const token = await secretFile('Known26');
    const url = await secretFile('https://gateway.example.com/?key=Known26');
    expect(optionsOf({ SMS_URL_FILE: url, SMS_TOKEN_FILE: token }, '').sms).toBeTypeOf('function');
    const base = await secretFile('https://traccar.example.com');
    const env = { TRACCAR_URL_FILE: base, TRACCAR_API_TOKEN_FILE: token };
    expect(optionsOf(env, '').traccarApi).toEqual({
      url: 'https://traccar.example.com',
      token: 'Known26',
    });
  });

  it.each([
    [0o404, 'chmod o='],
    [0o644, 'chmod o='],
    [0o440, undefined],
    [0o600, undefined],
  ])(
    'with the permissions %o is refused by name if all users may read it: %s',
    async (mode, why) => {
      const path = await secretFile('Known26', mode);
      const read = () => optionsOf({ SIGN_SECRET_FILE: path }, '');
      if (why === undefined) expect(read().signSecret).toBe('Known26');
      else
        expect(read).toThrow(
          `SIGN_SECRET_FILE names a file that all users may read: ${why} ${path}`,
        );
    },
  );

  it('is refused by name if it is empty, missing or set twice', async () => {
    const empty = await secretFile('\n');
    expect(() => optionsOf({ SIGN_SECRET_FILE: empty }, '')).toThrow(/^SIGN_SECRET_FILE .*empty/);
    expect(() => optionsOf({ SIGN_SECRET_FILE: `${empty}x` }, '')).toThrow(
      /^SIGN_SECRET_FILE cannot be read/,
    );
    const twice = { SIGN_SECRET: 'Known26', SIGN_SECRET_FILE: await secretFile('Known27') };
    expect(() => optionsOf(twice, '')).toThrow(/^SIGN_SECRET and SIGN_SECRET_FILE are both set/);
  });
});

it.each([
  ['MQTT_GROUPS', 'MQTT_GROUP'],
  ['MQTTGROUP', 'MQTT_GROUP'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['SIGN_SECRET_FLIE', 'SIGN_SECRET_FILE'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
])('the variable %s is taken for a misspelt %s', (name, meant) => {
  expect(misspelt({ [name]: 'x' })).toEqual([[name, meant]]);
});

it.each(['HOME', 'POST', 'PATH', 'HOSTNAME', 'NODE_ENV', 'MQTT_GROUP', 'SMS_FILE', 'LANG'])(
  'the variable %s is not taken for a misspelt one',
  (name) => {
    expect(misspelt({ [name]: 'x' })).toEqual([]);
  },
);
