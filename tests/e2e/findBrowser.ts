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

export interface Browser {
  readonly executablePath: string;
  readonly args: string[];
}

/** The browser to test in: CHROMIUM_PATH, Playwright's own, the system's, else one shipped as an npm package. */
export const findBrowser = async (): Promise<Browser> => {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM];
  const found = candidates.find((path) => path && existsSync(path));
  if (found) return { executablePath: found, args: QUIET };
  // It unpacks the libraries it brings along only where it believes to run on AWS Lambda.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: shipped } = await import('@sparticuz/chromium');
  return { executablePath: await shipped.executablePath(), args: [...shipped.args, ...QUIET] };
};
