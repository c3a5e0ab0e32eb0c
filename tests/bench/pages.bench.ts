import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { describe } from 'vitest';
import { signedIn } from '../e2e/caller';
import { findBrowser } from '../e2e/findBrowser';
import { runConsole } from '../e2e/startConsole';
import { bench, closeAtEnd, createPageClock } from './strictBench';

/** Time after which the memory at rest is read, s; `SECONDS=5 npm run bench` for a shorter one. */
const SECONDS = Number(process.env.SECONDS ?? 60);

const server = await runConsole({ env: { DEMO_LOCKS: '1000' } });
closeAtEnd(server.stop);
await sleep(SECONDS * 1_000);
/** Resident memory of the server by Linux; undefined elsewhere. */
const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
const resident = /VmRSS:\s+(\d+)/.exec(status)?.[1];
if (resident) {
  console.log(
    `The server of 1,000 demo locks rests at ${Math.round(Number(resident) / 1024)} MB after ${SECONDS} s`,
  );
}

const browser = await chromium.launch(await findBrowser('measures'));
closeAtEnd(() => browser.close());
const storageState = await signedIn(server.url, 'harbour');
const openPage = async () => {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ storageState, viewport, locale: 'en-US' });
  return context.newPage();
};

/** Opens the page whose code counts, and returns the sum of its script files, compressed, KiB. */
const codeOf = async (path: string) => {
  const page = await openPage();
  await page.goto(`${server.url}${path}`);
  await page.getByRole('main').getByText(/SD26/).first().waitFor();
  const bytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  );
  await page.context().close();
  return Math.round(bytes / 1024);
};
console.log(`Code, compressed: map ${await codeOf('/mapWorld')} KiB`);

const page = await openPage();
const codeOfLists = page.waitForResponse('**/assets/list-*.js');
await page.goto(`${server.url}/dashboard`);
await page.getByRole('heading', { name: 'Fleet now' }).waitFor();
// It comes while the first page rests.
await codeOfLists;
await sleep(500);

const moveTo = (path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Opens the list of devices, and returns the time until its rows are painted, ms. */
const paintList = (): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((painted) => {
        const began = performance.now();
        history.pushState(null, '', '/deviceList');
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
        const look = () => {
          if (document.querySelectorAll('tbody tr[data-index]').length < 10) {
            requestAnimationFrame(look);
            return;
          }
          // The task after the next frame begins when the frame is painted.
          requestAnimationFrame(() => setTimeout(() => painted(performance.now() - began)));
        };
        requestAnimationFrame(look);
      }),
  );

/** Paints a plain table with the texts of a list, and returns the time, ms. */
const paintPlain = (rows: number): Promise<number> =>
  page.evaluate(
    (count) =>
      new Promise<number>((painted) => {
        const began = performance.now();
        const table = document.createElement('table');
        const cells = '<td>浙A·F7481</td><td>SD2600001</td><td>Harbour Logistics</td>'.repeat(3);
        table.innerHTML = `<tr>${cells}</tr>`.repeat(count);
        table.style.position = 'fixed';
        document.body.prepend(table);
        requestAnimationFrame(() =>
          setTimeout(() => {
            painted(performance.now() - began);
            table.remove();
          }),
        );
      }),
    rows,
  );

/** Closes the tab of the list, so that the next visit mounts it anew. */
const leaveList = async () => {
  await moveTo('/dashboard');
  await page.getByRole('button', { name: /^Close Devices/ }).click();
  await sleep(500);
};

const showRows = async (rows: number) => {
  await moveTo('/deviceList');
  await page.getByRole('combobox').filter({ hasText: '/ page' }).click();
  await page.getByRole('option', { name: `${rows} / page` }).click();
  await page.getByText(new RegExp(`^1–${rows} of`)).waitFor();
  await leaveList();
};

console.log(`First visit of the list, 20 rows: ${Math.round(await paintList())} ms to the rows`);
await leaveList();

const { measured, now } = createPageClock();
const OPTIONS = { now, iterations: 8, time: 0, warmupIterations: 2, warmupTime: 0 };

describe.each([20, 100, 500])('a list of %d rows', (rows) => {
  bench(
    'baseline: a plain table of these rows',
    measured(() => paintPlain(rows)),
    OPTIONS,
  );
  bench(
    'from the click to the painted rows',
    measured(async () => {
      const time = await paintList();
      await leaveList();
      return time;
    }),
    { ...OPTIONS, setup: () => showRows(rows) },
  );
});
