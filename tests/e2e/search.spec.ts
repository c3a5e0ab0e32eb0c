import type { Page } from 'playwright/test';
import { expect, moveTo, test, turnToChinese } from './console';

const box = (page: Page) => page.getByRole('dialog').getByRole('combobox');

/** Types into the global search and opens a result. */
const find = async (page: Page, typed: string, found: RegExp) => {
  // The console may not listen yet at the first press.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await box(page).fill(typed);
  await expect(page.getByRole('option').first()).toHaveText(found);
};

const open = async (page: Page, typed: string, found: RegExp, address: RegExp) => {
  await find(page, typed, found);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('main').filter({ visible: true })).toBeVisible();
};

test('words of either language find pages, parts of lists, records of a day and locks; the language outlives a sign-out', async ({
  page,
  console,
}) => {
  await console.signIn('admin', '/dashboard');
  await open(page, 'devcie', /Devices/, /\/deviceList$/);
  await open(page, 'unsealed yesterday', /Unsealed > Yesterday/, /\/lockHistory\?.*yesterday/);
  await open(page, 'flat battery', /Low battery/, /\/deviceList\?view=lowBattery$/);

  await test.step('locks without a name, over the map', async () => {
    await moveTo(page, '/amap?sn=SD2600062');
    await expect(page.getByRole('heading', { name: 'SD2600062' })).toBeVisible();
    await find(page, 'SD2600062', /SD2600062/);
    await box(page).fill('REPLAY02');
    await page
      .getByRole('option', { name: /REPLAY02/ })
      .first()
      .click();
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'REPLAY02' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await turnToChinese(page);
  await open(page, 'juese', /角色管理/, /\/role$/);
  await open(page, '昨天解封', /解封 > 昨天/, /\/lockHistory\?.*yesterday/);
  await open(page, '低电量', /低电量/, /\/deviceList\?view=lowBattery$/);
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByLabel(/^用户名/)).toBeVisible();
});

test('Enter opens what is found when it comes, unless something else was typed', async ({
  page,
  console,
}) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/live/snapshot', async (route) => {
    await answered;
    await route.continue();
  });
  await console.openAs('admin', '/dashboard');
  await page.getByRole('button', { name: /^Search/ }).click();
  await box(page).fill('SD2600001');
  await page.keyboard.press('Enter');
  await box(page).fill('SD2600002');
  await expect(page.getByText('No results for “SD2600002”')).toBeVisible();
  await page.keyboard.press('Enter');
  answer();
  await expect(page).toHaveURL(/\/deviceList\?show=/);
  await expect(page.getByRole('heading', { name: /SD2600002/ })).toBeVisible();
});
