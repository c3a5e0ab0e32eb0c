import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Where systems keep Chromium. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Background networking is refused on machines without internet, many times a second. */
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
 * A page of a test lives for seconds: code that V8 makes faster only once it has run ten times as often as usual costs
 * an eighth less than what is made faster and left, and a heap that need not be kept small another tenth.
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

/** A page that is measured is made as fast as any, and clears away what it left before the next measure. */
const MEASURED = ['--expose-gc'];

export interface Browser {
  readonly executablePath: string;
  readonly args: string[];
}

/**
 * The browser to test or to measure in: CHROMIUM_PATH, Playwright's own, the system's, else one shipped as an npm
 * package.
 */
export const findBrowser = async (purpose: 'tests' | 'measures' = 'tests'): Promise<Browser> => {
  const script = purpose === 'tests' ? SHORT_LIVED : MEASURED;
  const ours = [...QUIET, `--js-flags=${script.join()}`];
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM];
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return { executablePath: found, args: ours };
  // It unpacks the libraries it brings along only where it believes to run on AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: shipped } = await import('@sparticuz/chromium');
  return { executablePath: await shipped.executablePath(), args: [...shipped.args, ...ours] };
};
