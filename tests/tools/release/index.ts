/** Makes the tarballs of a release: `npm run release -- --config ../harbour.config.ts --out folder`. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Rolldown } from 'vite';
import { billOf, bundledIn, licencesOf, packagesIn } from './packages';
import { readManifest, versionOf } from './version';

const { config, out } = parseArgs({
  options: { config: { type: 'string' }, out: { type: 'string', default: 'dist/release' } },
}).values;

const version = versionOf(config);
const folder = resolve(out);
const manifest = readManifest();

/** Manifest of the release, whose scripts run what is built. */
const released = {
  ...manifest,
  version,
  scripts: {
    start: 'node --enable-source-maps --max-semi-space-size=64 dist/server/main.js',
    'config:plan': 'node dist/server/configPlan.js',
    ...Object.fromEntries(
      Object.entries(manifest.scripts).filter(([, line]) => line.startsWith('node dist/')),
    ),
  },
  devDependencies: undefined,
  allowScripts: undefined,
  sideEffects: undefined,
};

const run = (program: string, args: readonly string[], cwd: string) =>
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

/** Builds server and console into a folder. @returns the folders of the bundled packages */
const buildInto = async (dist: string) => {
  // Read by vite.config.ts. The loader of this tool leaves the mode of development, in which React is twice as large.
  if (config !== undefined) process.env.SEALDESK_CONFIG = resolve(config);
  process.env.NODE_ENV = 'production';
  const buildPart = async (name: 'server' | 'client') => {
    const outDir = join(dist, name);
    return (await build({
      logLevel: 'warn',
      build: { outDir, emptyOutDir: true, ssr: name === 'server' },
    })) as Rolldown.RolldownOutput;
  };
  return bundledIn([await buildPart('server'), await buildPart('client')]);
};

/** Installs the packages for the run time in a folder, by the lock file. */
const install = (place: string, options: readonly string[]) => {
  cpSync('package.json', join(place, 'package.json'));
  cpSync('package-lock.json', join(place, 'package-lock.json'));
  const quiet = ['--ignore-scripts', '--no-bin-links', '--no-audit', '--no-fund'];
  run('npm', ['ci', '--omit=dev', '--prefer-offline', ...quiet, ...options], place);
  rmSync(join(place, 'package-lock.json'));
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(released, null, 2)}\n`);
};

/** Packs a tarball with its bill of materials beside it. @returns the names of both files */
const pack = (name: string, place: string, bundled: ReadonlySet<string>): string[] => {
  const packages = packagesIn(place, bundled);
  const bill = billOf(packages, version);
  writeFileSync(join(place, 'LICENSES'), `${licencesOf(bill, packages)}\n`);
  const files = [`${name}.tar.gz`, `${name}.cdx.json`] as const;
  const root = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  run('tar', [...root, '-czf', files[0], name], folder);
  writeFileSync(join(folder, files[1]), `${JSON.stringify(bill, null, 2)}\n`);
  return [...files];
};

const main = async () => {
  mkdirSync(folder, { recursive: true });
  const built = join(folder, 'dist');
  const bundled = await buildInto(built);
  const makeTarball = (platform: string, options: readonly string[]) => {
    const name = `sealdesk-${version}-${platform}`;
    const place = join(folder, name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    for (const file of [
      ...['docs', 'LICENSE', 'README.md'],
      // README.md leads to these.
      ...['.github/SECURITY.md', 'tests/e2e/screenshots/map.png'],
    ]) {
      cpSync(file, join(place, file), { recursive: true });
    }
    cpSync(built, join(place, 'dist'), { recursive: true });
    install(place, options);
    run(process.execPath, ['--enable-source-maps', 'dist/server/configCheck.js'], place);
    const files = pack(name, place, bundled);
    rmSync(place, { recursive: true });
    return files;
  };
  const files = [
    ...makeTarball(`${process.platform}-${process.arch}`, []),
    // The embedded databases are the optional packages, and the only ones that depend on the platform.
    ...makeTarball('external', ['--omit=optional']),
  ];
  rmSync(built, { recursive: true });
  const sums = files.map((file) => {
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
    return `${sum}  ${file}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  for (const file of [...files, 'SHA256SUMS']) process.stdout.write(`${join(out, file)}\n`);
};

await main().catch((error: Error) => {
  process.stderr.write(`release: ${error.message}\n`);
  process.exitCode = 1;
});
