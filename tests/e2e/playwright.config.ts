import { defineConfig } from 'playwright/test';
import { findBrowser } from './findBrowser';

const browser = await findBrowser();
const inCI = Boolean(process.env.CI);

export default defineConfig<{ hasBrowser: boolean }>({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './startConsole.ts',
  // One more than the cores that the tests are meant for, because pages often wait.
  workers: 3,
  fullyParallel: true,
  // A test that needs a second try is a defect. The reporter names it.
  retries: inCI ? 1 : 0,
  timeout: 300_000,
  // One generous timeout for all waiting, so that a busy machine fails no test.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./reporter.ts']],
  use: {
    actionTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Clears cookies and storage between tests, but keeps compiled code.
    reuseContext: true,
    // Reduced motion saves the time of animations.
    contextOptions: { reducedMotion: 'reduce' },
    hasBrowser: browser !== undefined,
    launchOptions: browser,
    screenshot: 'only-on-failure',
    // Recording takes as long as the tests themselves. Use `--trace on` for a single failing test.
    trace: inCI ? 'on-first-retry' : 'off',
  },
});
