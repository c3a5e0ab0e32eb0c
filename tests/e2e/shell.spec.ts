import { readFile } from 'node:fs/promises';
import { hire } from './caller';
import { expect, fillLogin, moveTo, PASSWORD, test } from './console';

test('the bar shows the customer’s logo; an unknown address keeps the frame, the tabs and a way back', async ({
  page,
  console,
}) => {
  const logo = await readFile('tests/e2e/screenshots/map.png');
  await page.route('**/logo/harbour.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: logo }),
  );
  await page.route('**/api/auth/getAuth', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.oper.orgVO.logo = 'logo/harbour.png';
    await route.fulfill({ response, json: answer });
  });
  await console.openAs('harbour', '/deviceList');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('Harbour Logistics')).toBeVisible();
  const image = bar.locator('img[src$="/files/logo/harbour.png"]');
  await expect(image).toBeVisible();
  expect((await image.boundingBox())?.width).toBeLessThanOrEqual(32);

  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  await page.waitForURL(/\/deviceList\?/);
  await page.getByRole('link', { name: 'Home', exact: true }).last().click();
  await page.waitForURL('**/dashboard');
  await moveTo(page, '/nowhere');
  await expect(page).toHaveURL(/\/404$/);
  await moveTo(page, '/dashboard');
  await moveTo(page, '/redirect//evil.example');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page).toHaveTitle(/^Page not found - /);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  await expect(tabs.getByRole('link')).toHaveText(['Home', 'Devices']);
  await tabs.getByRole('link', { name: 'Devices' }).click();
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26');
  await moveTo(page, '/401');
  await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('an operator’s title and map are the same in another browser', { tag: '@long' }, async ({
  page,
  browser,
  console,
}) => {
  const login = await hire(console.url, { name: 'Wen Ding', like: 'customs' });
  await console.openAs(login, '/profile');
  await page.getByLabel('System title').fill('Night desk');
  await page.getByLabel('Default map').click();
  await page.getByRole('option', { name: 'World map' }).click();
  const form = page.getByRole('region', { name: 'My settings' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('banner')).toContainText('Night desk');
  await expect(page).toHaveTitle('Profile - Night desk');
  await page.getByRole('button', { name: /Wen Ding/ }).click();
  await page.getByRole('menuitem', { name: 'Map' }).click();
  await expect(page).toHaveURL(/\/mapWorld$/);

  const other = await browser.newContext({ baseURL: console.url, locale: 'zh-CN' });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/profile');
  await fillLogin(elsewhere, login, PASSWORD);
  await elsewhere.waitForURL('**/profile');
  await expect(elsewhere.getByRole('banner')).toContainText('Night desk');
  await expect(elsewhere.getByLabel('系统标题')).toHaveValue('Night desk');
  await elsewhere.getByLabel('系统标题').fill('');
  await elsewhere.getByRole('button', { name: '保存' }).click();
  await expect(elsewhere.getByRole('banner')).toContainText('Sealdesk');
  await other.close();
});

test('an export is shown in the bar, saved when it is ready, and survives a reload', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('harbour', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^All matching/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(page.getByText('“Devices” is ready to download.')).toBeVisible();
  await page.reload();
  await page.getByRole('banner').getByRole('button', { name: 'Exports' }).click();
  const list = page.getByRole('dialog', { name: 'Exports' });
  const again = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Download Devices' }).click();
  expect((await again).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(page.getByText('is ready.')).toHaveCount(0);
  await list.getByRole('button', { name: 'Remove Devices from the list' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Exports' })).toHaveCount(0);
});

test('exports show their progress, and the reason of a failure', async ({ page, console }) => {
  await page.clock.install();
  await console.enterAs('admin');
  await page.evaluate(() =>
    sessionStorage.setItem('sealdesk.exports.1', JSON.stringify([{ id: 7, title: 'Alarms' }])),
  );
  let state = { state: 1, total: 50_000, done: 12_345, message: null as string | null };
  let requestCount = 0;
  await page.route('**/api/exportJob/list', (route) => {
    requestCount += 1;
    const data = { list: [{ id: 7, ...state }], total: 1 };
    return route.fulfill({ json: { verify: { sign: 'success', desc: '' }, data } });
  });
  const cancelled = page.waitForRequest('**/api/exportJob/cancel');
  await page.route('**/api/exportJob/cancel', (route) =>
    route.fulfill({
      json: { verify: { sign: 'success', desc: '' }, data: { done: 1, failed: [] } },
    }),
  );
  await page.goto('/systemParams');
  await page.getByRole('button', { name: '1 export running' }).click();
  const list = page.getByRole('dialog', { name: 'Exports' });
  await expect(list).toContainText('12,345 of 50,000 rows');
  await expect(list.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await list.getByRole('button', { name: 'Stop Alarms' }).click();
  expect((await cancelled).postDataJSON()).toMatchObject({ ids: [7] });
  state = { ...state, state: 4, message: 'No space left' };
  await expect(list).toContainText('No space left');
  await expect(page.getByText('Export “Alarms” failed. No space left')).toBeVisible();
  const before = requestCount;
  await page.clock.fastForward(60_000);
  expect(requestCount).toBe(before);
});
