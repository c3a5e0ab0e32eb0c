import { defineConfig } from 'playwright/test';
import { findBrowser } from './findBrowser';

const browser = await findBrowser();
const inCI = Boolean(process.env.CI);

export default defineConfig<{ hasBrowser: boolean }>({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './startConsole.ts',
  // One more than the cores that the tests are meant for: pages wait for the server, and for themselves.
  workers: 3,
  fullyParallel: true,
  // A test that needs a second try is a defect: the reporter names it.
  retries: inCI ? 1 : 0,
  timeout: 300_000,
  // One limit for everything that is waited for: generous, so that a busy machine fails nothing.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./reporter.ts']],
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Cookies and storage go between tests; what the browser has compiled stays.
    reuseContext: true,
    // Somebody who dislikes motion waits for none.
    contextOptions: { reducedMotion: 'reduce' },
    hasBrowser: browser !== undefined,
    launchOptions: browser,
    screenshot: 'only-on-failure',
    // Recording costs as much as the tests themselves; `--trace on` does it for one that fails.
    trace: inCI ? 'on-first-retry' : 'off',
  },
});
