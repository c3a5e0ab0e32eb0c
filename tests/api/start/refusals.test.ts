import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { demo } from '../../../src/demo';
import { openStore } from '../../../src/server/db';
import { families } from '../../../src/server/gateways';
import { optionsOf } from '../../../src/server/options';
import { startServer } from '../../../src/server/start';
import { freePort } from '../../e2e/startConsole';
import { closeAfterwards, ownFolder } from '../place';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

const PORT_SETTINGS = ['PORT', 'MQTT_PORT', ...families.map(({ setting }) => setting)];

const start = async (env: NodeJS.ProcessEnv, warnings: string[] = []) => {
  const settings = { PORT: '0', MQTT_PORT: '0', DEMO: '0', ...env };
  const log = { ...quiet, warn: (text: string) => warnings.push(text) };
  const server = await startServer({
    config,
    options: { ...optionsOf(settings, ''), clientDir: undefined },
    log,
    demo,
  });
  closeAfterwards(server.close);
  return server;
};

/** Returns a port of this machine that is in use. */
const takenPort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterwards(async () => server.close());
  return String((server.address() as AddressInfo).port);
};

describe('a start', () => {
  it('on a port in use is refused, and leaves nothing open', async () => {
    const { dataDir } = await ownFolder(config);
    const port = await takenPort();
    await expect(start({ DATA_DIR: dataDir, PORT: port })).rejects.toThrow(
      `cannot listen at 127.0.0.1:${port}: another process listens there (HOST and PORT)`,
    );
    // The folder's lock is free, and so is its database.
    const store = await openStore({ dataDir, config, log: () => {} });
    await store.close();
  });

  it.each(PORT_SETTINGS)('with a %s in use stores nothing', async (setting) => {
    const { dataDir } = await ownFolder();
    const env = { DATA_DIR: dataDir, DEMO: '1', [setting]: await takenPort() };
    await expect(start(env)).rejects.toThrow(`${setting})`);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('with one port for two listeners is refused', async () => {
    const { dataDir } = await ownFolder();
    const port = String(await freePort());
    const env = { DATA_DIR: dataDir, PORT: port, MQTT_PORT: port };
    await expect(start(env)).rejects.toThrow(
      `cannot listen at 127.0.0.1:${port}: HOST and PORT name the same port (MQTT_LISTEN and MQTT_PORT)`,
    );
  });

  it('with a broker URL without a port names the setting', async () => {
    const { dataDir } = await ownFolder(config);
    const port = await takenPort();
    await expect(start({ DATA_DIR: dataDir, MQTT_PORT: port })).rejects.toThrow(
      `cannot listen at 127.0.0.1:${port}: another process listens there (MQTT_LISTEN and MQTT_PORT)`,
    );
  });

  it('with an unusable data folder names the reason', async () => {
    const { dataDir } = await ownFolder();
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    await expect(start({ DATA_DIR: join(file, 'data') })).rejects.toThrow(
      `nothing can be kept in ${join(file, 'data')}: a part of the path is no folder (DATA_DIR)`,
    );
    await expect(start({ DATA_DIR: file })).rejects.toThrow(
      `nothing can be kept in ${file}: a part of the path is no folder (DATA_DIR)`,
    );
    await expect(start({ DATA_DIR: '/proc/sealdesk' })).rejects.toThrow(
      /^nothing can be kept in \/proc\/sealdesk: .*\(DATA_DIR\)$/,
    );
  });
});

describe('the file for text messages', () => {
  it.each([
    ['is a folder', '.', 'it is a folder'],
    ['is in no folder', 'none/sms.jsonl', 'a part of the path is missing'],
  ])('that %s is refused before anything is stored', async (_, path, reason) => {
    const { dataDir } = await ownFolder();
    const file = join(dataDir, path);
    await expect(start({ DATA_DIR: dataDir, SMS_FILE: file })).rejects.toThrow(
      `no text message can be written to ${file}: ${reason} (SMS_FILE)`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('keeps its content', async () => {
    const { dataDir } = await ownFolder(config);
    const file = join(dataDir, 'sms.jsonl');
    await writeFile(file, '{}\n');
    await start({ DATA_DIR: dataDir, SMS_FILE: file });
    expect(await readFile(file, 'utf8')).toBe('{}\n');
  });
});

describe('the host and the demo', () => {
  it.each([
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '192.168.1.7', DEMO: '' }, false],
    [{ HOST: '192.168.1.7', DEMO: 'yes' }, true],
    [{ HOST: '192.168.1.7', DEMO: 'false' }, true],
    [{ HOST: '0.0.0.0', DEMO: '1' }, true],
    [{ HOST: '0.0.0.0', DEMO: '0' }, true],
    [{ HOST: '0.0.0.0', DATABASE_URL: 'postgres://somewhere/else' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '127.0.0.9' }, true],
    [{ HOST: '::1' }, true],
    [{}, true],
  ])('with %j are accepted: %j', (env, isTaken) => {
    const read = () => optionsOf(env, '');
    if (isTaken) expect(read).not.toThrow();
    else expect(read).toThrow(/^HOST=.* would offer the demo/);
  });
});

describe('a setting', () => {
  it.each([
    ['DEMO', 'none', 'DEMO must be 1 or 0, not none'],
    ['DEMO_LANG', 'de', 'DEMO_LANG must be en or zh, not de'],
    ['JT808_AUTH', '2', 'JT808_AUTH must be 1 or 0, not 2'],
    ['WEBHOOK_PRIVATE', 'maybe', 'WEBHOOK_PRIVATE must be 1 or 0, not maybe'],
    ['MQTT_URL', 'http://x:1', 'MQTT_URL must be the address of a broker'],
    ['TRUST_PROXY', 'not-an-ip', 'TRUST_PROXY must be true, or addresses and networks of proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be true, or addresses and networks'],
    ['TRUST_PROXY', '::1/129', 'TRUST_PROXY must be true, or addresses and networks'],
    ['TRUST_PROXY', '10.0.0.0/8/8', 'TRUST_PROXY must be true, or addresses and networks'],
    ['MQTT_URL', 'mqtt://', 'MQTT_URL must be the address of a broker'],
    ['PUBLIC_URL', 'https://a/?b=1', 'PUBLIC_URL must be a web address without ? and #'],
    ['MAP_SERVICE', 'off bing', 'MAP_SERVICE must be off, google, amap, baidu, or addresses'],
    ['MAP_SERVICE', 'bing=https://a/{z}/{x}/{y}.png', 'or addresses of tiles, not bing=https'],
    ['MAP_SERVICE', 'tiles.example.com', 'or addresses of tiles, not tiles.example.com'],
    ['ADMIN_PASSWORD', 'abcde', 'ADMIN_PASSWORD must have at least 6 characters'],
  ])('is refused by name before anything starts: %s=%s', (name, text, message) => {
    expect(() => optionsOf({ [name]: text }, '')).toThrow(message);
  });

  it.each([
    ['DATABASE_URL', 'postgres://user:Secret26@host:99999/db'],
    ['MQTT_URL', 'http://user:Secret26@host'],
    ['MQTT_PUBLIC_URL', 'mqtt://user:Secret26@host:1883'],
    ['SMS_URL', 'sms://user:Secret26@host'],
    ['TRACCAR_URL', 'https://host/?token=Secret26'],
  ])('is refused without the secret in it: %s', (name, text) => {
    expect(() => optionsOf({ [name]: text, DEMO: '0' }, '')).toThrow(/^(?!.*Secret26)/);
  });

  it.each([
    [{ DEMO: 'false' }, { demoLocks: 0 }],
    [{ DEMO: 'no', DEMO_LOCKS: '9' }, { demoLocks: 0 }],
    [{ DEMO: 'true', DEMO_LOCKS: '9' }, { demoLocks: 9 }],
    [{}, { demoLocale: 'en' }],
    [{ LANG: 'zh_CN.UTF-8' }, { demoLocale: 'zh' }],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'de_DE.UTF-8' }, { demoLocale: 'en' }],
    [{ LC_MESSAGES: 'en_GB', LC_ALL: 'zh_TW' }, { demoLocale: 'zh' }],
    [{ LC_ALL: 'zh_CN', DEMO_LANG: 'en' }, { demoLocale: 'en' }],
    [{ DEMO_LANG: 'zh' }, { demoLocale: 'zh' }],
    [{ JT808_AUTH: 'on' }, { jt808Auth: true }],
    [{ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, { trustProxy: 'loopback, 10.0.0.0/8' }],
    [{ TRUST_PROXY: '10.0.0.0/32,::/128' }, { trustProxy: '10.0.0.0/32,::/128' }],
    [{ MAP_SERVICE: 'off amap=/t/{x}' }, { mapService: 'amap=/t/{x}' }],
    [{ MAP_SERVICE: 'off https://t.example.com' }, { mapService: 'https://t.example.com' }],
    [{ MQTT_URL: 'mqtts://host' }, { mqttUrl: 'mqtts://host' }],
    [{ ADMIN_PASSWORD: 'abcdef' }, { adminPassword: 'abcdef' }],
  ])('is accepted: %j', (env, options) => {
    expect(optionsOf(env, '')).toMatchObject(options);
  });
});

describe('a numeric setting', () => {
  const port = '1 to 65535, or 0 for any free port';
  it.each([
    ['PORT', '99999', port],
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', '80.5', port],
    ['PORT', '0x50', port],
    ['MQTT_PORT', '70000', port],
    ['JOINTECH_PORT', 'ten', port],
    ['JOINTECH_PORT', '70000', port],
    ['JT808_PORT', '1e9', port],
    ['PASSWORD_COST', '9', '10 to 18'],
    ['PASSWORD_COST', '19', '10 to 18'],
    ['DEMO_LOCKS', '90001', '1 to 90000, or 0 for no demo'],
    ['DEMO_DAYS', '366', '1 to 365, or 0 for none'],
  ])('is refused with its range: %s=%s', (name, text, range) => {
    expect(() => optionsOf({ [name]: text }, '')).toThrow(
      `${name} must be a whole number, ${range}, not ${text}`,
    );
  });

  it.each(PORT_SETTINGS)('is accepted: %s=65535', (name) => {
    expect(() => optionsOf({ [name]: '65535' }, '')).not.toThrow();
  });

  it.each([
    { DATABASE_URL: 'postgres://user:secret@host:99999/db' },
    { MQTT_URL: 'mqtt://user:secret@host:99999' },
  ])('is refused as a port of %j, without the password', (env) => {
    const [name = ''] = Object.keys(env);
    expect(() => optionsOf(env, '')).toThrow(
      new RegExp(`^${name} is no valid URL: its port must be 1 to 65535((?!secret).)*$`),
    );
  });
});

it.each([
  ['DATABASE_POOLER', 'transaction', 'hasTransactionPooler'],
  ['UPGRADE', 'now', 'upgradesNow'],
] as const)('%s must be %s or empty', (name, value, option) => {
  const chosen = (text?: string) => optionsOf({ [name]: text }, '')[option];
  expect([chosen(value), chosen(''), chosen()]).toEqual([true, false, false]);
  expect(() => chosen('later')).toThrow(`${name} must be ${value}, or not set, not later`);
});

describe('the listeners of other protocols', () => {
  it('are off by default, except in the demo', () => {
    expect(optionsOf({ DEMO: '0' }, '').gatewayPorts).toEqual({});
    expect(optionsOf({ DEMO: '1' }, '').gatewayPorts).toMatchObject({ jointech: 0 });
    const options = optionsOf({ DEMO: '0', JOINTECH_PORT: '10001' }, '');
    expect(options).toMatchObject({
      gatewayPorts: { jointech: 10_001 },
      gatewayListen: '127.0.0.1',
    });
  });

  it.each([
    [{ GATEWAY_PUBLIC_HOST: 'tcp://a:1' }, /^GATEWAY_PUBLIC_HOST must be a name or an address/],
  ])('are refused with %j', (env, why) => {
    expect(() => optionsOf(env, '')).toThrow(why);
  });

  it('name their setting if the port is in use or the address is foreign', async () => {
    const port = await takenPort();
    const { dataDir } = await ownFolder(config);
    await expect(start({ DATA_DIR: dataDir, JOINTECH_PORT: port })).rejects.toThrow(
      `cannot listen at 127.0.0.1:${port}: another process listens there (GATEWAY_LISTEN and JOINTECH_PORT)`,
    );
    const elsewhere = { DATA_DIR: dataDir, JOINTECH_PORT: '0', GATEWAY_LISTEN: '192.0.2.1' };
    await expect(start(elsewhere)).rejects.toThrow(
      'cannot listen at 192.0.2.1:0: this machine has no such address (GATEWAY_LISTEN and JOINTECH_PORT)',
    );
  });
});
