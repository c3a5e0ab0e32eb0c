import type { Page } from 'playwright/test';
import { violations } from './axe';
import { expect, holdBack, moveTo, test } from './console';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });

test('the menu marks the entry of a preset, and scrolls to the entry of the open page', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/BluetoothManagement');
  const marked = menu(page).locator('[aria-current="page"]');
  await expect(marked).toHaveText('Send commands');
  // Too low for the menu.
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.goto('/mapKeyWeb');
  await expect(marked).toBeInViewport({ ratio: 0.9 });
  await moveTo(page, '/operationLog');
  await expect(marked).toHaveText('Operation log');
  await expect(marked).toBeInViewport({ ratio: 0.9 });
});

test('a long operator name leaves the place of a lock event visible', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.enterAs('harbour');
  await page.route('**/lockHistory/list', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const [first] = answer.data.list;
    const icc_card_name = 'Guard of the long western quay, nights and weekends only';
    answer.data.list = [{ ...first, lock_action: 5, icc_card_no: '1', icc_card_name }];
    await route.fulfill({ json: answer });
  });
  await page.goto('/lockHistory?filter={}');
  const cell = page.getByRole('cell', { name: /Guard of the long/ });
  await expect(cell).toBeVisible();
  expect((await cell.locator('.cell-value > *').boundingBox())?.width).toBeLessThanOrEqual(200);
});

test('the browser logs no warning about sounds before the first click', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await page.addInitScript(() => {
    const contexts = { count: 0 };
    Object.assign(window, { contexts });
    const Original = window.AudioContext;
    window.AudioContext = class extends Original {
      constructor() {
        super();
        contexts.count += 1;
      }
    };
  });
  const contextCount = () =>
    page.evaluate(() => (window as unknown as { contexts: { count: number } }).contexts.count);
  await console.openAs('harbour', '/dashboard');
  await expect(menu(page)).toBeVisible();
  expect(await contextCount()).toBe(0);
  await page.keyboard.press('Shift');
  await expect.poll(contextCount).toBe(1);
  await page.keyboard.press('Shift');
  expect(await contextCount()).toBe(1);
});

test('chips of the alarm desk count the alarms in the list, and keep its period', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.enterAs('harbour');
  const ranges: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/alertRecord/list')) return;
    const body = request.postDataJSON();
    if (body.pageSize === 1 && body.handler_id === 0)
      ranges.push(body.startTime ?? body.create_time_from);
  });
  await page.goto('/alertRecord');
  const chip = page.getByRole('button', { name: /^Not taken/ });
  await expect(chip).toContainText(/\d/);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.every((from) => Number(from) > 0)).toBe(true);
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/create_time_last/);
});

test('a running report shows a progress bar with a name', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.enterAs('harbour');
  const answer = await holdBack(page, '**/report/run');
  await page.goto('/report');
  await expect(
    page.getByRole('heading', { name: 'Sealing and unsealing', level: 1 }),
  ).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading' }).first()).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  answer();
});
