import { defineConfig } from 'playwright/test';
import { findBrowser } from './findBrowser';

const browser = await findBrowser();

export default defineConfig({
  testDir: '.',
  outputDir: 'results',
  globalSetup: './startConsole.ts',
  workers: 2,
  fullyParallel: false,
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: browser,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
});
