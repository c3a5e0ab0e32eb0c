import type { Locator, Page, Request, Route } from 'playwright/test';
import { openCaller } from './caller';
import {
  dialog,
  expect,
  fillLogin,
  head,
  moveTo,
  openNew,
  PASSWORD,
  pressTool,
  row,
  test,
} from './console';
import { freePort, runConsole } from './startConsole';

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' });

let count = 0;
/** Returns a code and a name that no other test has used. */
const fresh = () => {
  count += 1;
  return `N${Date.now().toString().slice(-8)}${count}`;
};
const fill = async (page: Page, code: string) => {
  await dialog(page).getByLabel(/^Code/).fill(code);
  await dialog(page)
    .getByLabel(/^Manufacturer/)
    .fill(`Maker ${code}`);
};

/** Longer than the timeout of the console, ms. */
const LONG = 11_000;

/** Advances the clock until the console shows the error. It tries a list more than once. */
const outwait = (page: Page, error: Locator) =>
  expect(async () => {
    await page.clock.fastForward(LONG);
    await expect(error).toBeVisible({ timeout: 1_000 });
  }).toPass();

interface Failure {
  readonly what: string;
  readonly fail: (route: Route) => unknown;
  readonly says: string;
  /** List to open during the failure, and its entity. */
  readonly path: string;
  readonly entity: string;
}

const failures: readonly Failure[] = [
  {
    what: 'is not reached',
    fail: (route) => route.abort(),
    says: 'The server cannot be reached. Check the network and try again.',
    path: '/factoryList',
    entity: 'factory',
  },
  {
    what: 'breaks',
    fail: (route) => route.fulfill({ status: 500, body: '<h1>Internal error</h1>' }),
    says: 'The server answered with an error (500).',
    path: '/deviceTypeList',
    entity: 'deviceType',
  },
  {
    what: 'answers something else',
    fail: (route) => route.fulfill({ body: 'captive portal' }),
    says: 'The server sent an answer that the console cannot read. Try again, or contact your administrator.',
    path: '/dictManage',
    entity: 'dict',
  },
  {
    what: 'does not answer',
    fail: () => undefined,
    says: 'The server did not answer in time. Try again.',
    path: '/systemParams',
    entity: 'systemParams',
  },
];

test('a failing server empties no form, and a list loads as soon as the server is back', async ({
  page,
  console,
}) => {
  // The timeout runs by the clock of the page.
  await page.clock.install();
  await console.openAs('admin', '/profile');
  for (const { what, fail, says, path, entity } of failures) {
    await test.step(`a list while it ${what}`, async () => {
      await page.route(`**/api/${entity}/list`, fail);
      const listRequest = page.waitForRequest(`**/api/${entity}/list`);
      await console.go(path);
      await listRequest;
      const notice = page.getByRole('alert');
      await outwait(page, notice);
      await expect(notice).toContainText('The list could not be loaded');
      await expect(notice).toContainText(says);
      await page.unroute(`**/api/${entity}/list`);
      const again = notice.getByRole('button', { name: 'Try again' });
      await expect(async () => {
        // A page that polls may reload before the click.
        if (await again.isVisible()) await again.click({ timeout: 1_000 });
        await expect(page.getByRole('row').nth(1)).toBeVisible({ timeout: 2_000 });
      }).toPass();
    });
  }
  const code = fresh();
  await console.go('/factoryList');
  await openNew(page);
  await fill(page, code);
  for (const { what, fail, says } of failures) {
    await test.step(`a form while it ${what}`, async () => {
      await page.route('**/api/factory/add', fail);
      const sent = page.waitForRequest('**/api/factory/add');
      await save(page).click();
      await sent;
      await outwait(page, dialog(page).getByRole('alert').filter({ hasText: says }));
      await expect(dialog(page).getByLabel(/^Code/)).toHaveValue(code);
      await page.unroute('**/api/factory/add');
    });
  }
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, `Maker ${code}`)).toBeVisible();
});

test('a page whose code is not reached says so, and loads by itself when the network returns', async ({
  page,
  context,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await context.setOffline(true);
  const bell = page.getByRole('button', { name: /unprocessed alarm/ });
  await bell.click();
  await expect(page.getByText('The server cannot be reached.').first()).toBeVisible();
  await expect(bell).toHaveAttribute('aria-expanded', 'false');
  await moveTo(page, '/profile');
  const notice = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await expect(notice).toContainText('The server cannot be reached.');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Profile');
  await expect(page.getByText('dynamically imported module')).toHaveCount(0);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Login name').first()).toBeVisible();
  await bell.click();
  await expect(page.getByRole('dialog')).toContainText('Unprocessed alarms');
  // The page was not loaded again.
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
});

test('a failed call is shown for 2 s, a refusal of the server for 5 s', async ({
  page,
  console,
}) => {
  await page.clock.install();
  await console.openAs('admin', '/factoryList');
  await pressTool(page, 'Import');
  const template = dialog(page).getByRole('button', { name: 'Template' });
  await expect(template).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const refusal = { verify: { sign: 'fail', desc: 'Not today' }, data: null };
  for (const { says, fail, shownFor } of [
    ...failures.slice(0, 3).map((failure) => ({ ...failure, shownFor: 2_000 })),
    {
      says: 'Not today',
      fail: (route: Route) => route.fulfill({ json: refusal }),
      shownFor: 5_000,
    },
  ]) {
    await page.route('**/api/factory/import', fail);
    await template.click();
    // The dialog hides what is beside it from roles.
    const toast = page.getByText(says);
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(toast).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
    await page.clock.runFor(shownFor - 500);
    await expect(toast).toBeVisible();
    await page.clock.runFor(500);
    await expect(toast).toHaveCount(0);
    await page.unroute('**/api/factory/import');
  }
});

test('rows stay after a failed refresh, two clicks on Save add one record, a broken upload is retried', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/factoryList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/api/factory/list', (route) => route.abort());
  await pressTool(page, 'Refresh');
  const warning = page.getByRole('alert').filter({ hasText: 'may be out of date' });
  await expect(warning).toContainText('The server cannot be reached.');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.unroute('**/api/factory/list');
  await warning.getByRole('button', { name: 'Try again' }).click();
  await expect(warning).toHaveCount(0);

  const code = fresh();
  let calls = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/factory/add', async (route) => {
    calls += 1;
    await gate;
    await route.continue();
  });
  await openNew(page);
  await fill(page, code);
  await save(page).dblclick();
  await page.keyboard.press('Enter');
  release();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, `Maker ${code}`)).toHaveCount(1);
  expect(calls).toBe(1);

  await console.go('/fireWareManage');
  await openNew(page);
  const version = `V7.${Date.now().toString().slice(-5)}`;
  await dialog(page)
    .getByLabel(/^Version/)
    .fill(version);
  const file = {
    name: 'lock.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(200_000, 1),
  };
  await page.route('**/api/file/upload', (route) => route.abort('connectionreset'));
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page)).toContainText('The server cannot be reached.');
  await save(page).click();
  await expect(dialog(page)).toContainText('The server cannot be reached.');
  await page.unroute('**/api/file/upload');
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page).getByRole('link')).toBeVisible();
  await expect(dialog(page)).not.toContainText('The server cannot be reached.');
  await save(page).click();
  await expect(row(page, version)).toBeVisible();
});

/** One makes the call, one takes over when it closes, and one never does. */
const TABS = 3;

test('a form is saved once a killed server is back; many tabs hold one long poll', {
  tag: '@long',
}, async ({ page }) => {
  const env = { PORT: String(await freePort()), DEMO_LOCKS: '3' };
  const first = await runConsole({ env });
  await page.goto(`${first.url}/factoryList`);
  await fillLogin(page, 'admin', PASSWORD);
  await openNew(page);
  await fill(page, 'KILLED');
  await first.kill();
  await save(page).click();
  await expect(dialog(page).getByRole('alert')).toContainText('The server cannot be reached.');
  const second = await runConsole({ env, dataDir: first.dataDir });
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, 'Maker KILLED')).toHaveCount(1);

  const openCalls = new Set<Request>();
  const context = page.context();
  context.on('request', (request) => {
    if (request.url().endsWith('/live/changes')) openCalls.add(request);
  });
  const end = (request: Request) => openCalls.delete(request);
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  const tabs = [page];
  await page.goto(`${second.url}/deviceList`);
  for (let i = 1; i < TABS; i++) {
    const tab = await context.newPage();
    await tab.goto(`${second.url}/deviceList`);
    tabs.push(tab);
  }
  const elsewhere = await openCaller(second.url, 'admin');
  const { list } = await elsewhere.ask('/device/list', { pageNum: 1, pageSize: 1 });
  const rename = async (device_name: string) => {
    await elsewhere.ask('/device/update', { id: list[0].id, device_name });
    for (const tab of tabs) await expect(tab.getByText(device_name).first()).toBeVisible();
  };
  const last = tabs.at(-1) as Page;
  await test.step('every tab shows a change by another operator', () => rename('Told once'));
  await test.step('a click is answered during the long poll', () =>
    expect(async () => {
      const [call, ...others] = openCalls;
      expect(call).toBeDefined();
      expect(others).toEqual([]);
      const answered = last.waitForResponse('**/api/device/list', { timeout: 5_000 });
      await head(last, 'SN').click();
      await answered;
      expect([...openCalls]).toEqual([call]);
    }).toPass());
  await test.step('another tab takes over the long poll when its tab closes', async () => {
    await expect.poll(() => openCalls.size).toBe(1);
    const leader = [...openCalls].map((call) => call.frame().page())[0] as Page;
    tabs.splice(tabs.indexOf(leader), 1);
    await leader.close();
    await rename('Told by another');
  });
  for (const tab of tabs) await tab.close();
  await second.stop();
});
