import type { Page } from 'playwright/test';
import { openCaller } from './caller';
import { expect, holdBack, moveTo, test, turnToChinese } from './console';

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

const open = async (
  page: Page,
  typed: string,
  found: RegExp,
  [address, title]: readonly [RegExp, RegExp],
) => {
  await find(page, typed, found);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(address);
  // The address changes before the page does.
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('main').filter({ visible: true })).toBeVisible();
};

test('a search in either language finds pages, filtered lists, records of a day and locks; the language survives a sign-out', async ({
  page,
  console,
}) => {
  await console.signIn('admin', '/dashboard');
  await open(page, 'devcie', /Devices/, [/\/deviceList$/, /^Devices/]);
  await open(page, 'unsealed yesterday', /Unsealed > Yesterday/, [
    /\/lockHistory\?.*yesterday/,
    /^Lock history/,
  ]);
  await open(page, 'flat battery', /Low battery/, [/\/deviceList\?view=lowBattery$/, /^Devices/]);

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
  await open(page, 'juese', /角色管理/, [/\/role$/, /^角色管理/]);
  await open(page, '昨天解封', /解封 > 昨天/, [/\/lockHistory\?.*yesterday/, /^开关锁历史/]);
  await open(page, '低电量', /低电量/, [/\/deviceList\?view=lowBattery$/, /^设备/]);
  await page.locator('header').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByLabel(/^用户名/)).toBeVisible();
});

test('the search takes letters before its hits are loaded, and finds actions, days and clock times', {
  tag: '@long',
}, async ({ page, console }) => {
  const release = await holdBack(page, /assets\/SearchHits-[^/]*\.js$/);
  await console.openAs('admin', '/deviceList');
  const options = page.getByRole('option');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.type('new user');
  await expect(box(page)).toHaveValue('new user');
  await expect(options).toHaveCount(0);
  release();
  await expect(options.first()).toHaveText('New user');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/oper\?.*create=1/);
  const form = page.getByRole('dialog', { name: 'New user' });
  await expect(form).toBeVisible();
  // The first press may close the list of roles.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await find(page, 'dark', /Light or dark > Dark/);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
    .toBe('dark');
  await find(page, 'export devices', /Export devices/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^All matching rows \(\d/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await find(page, 'play back SD2600001 yesterday', /^Track playback.*Yesterday/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/playback\?sn=SD2600001&(day=\d{4}-\d\d-\d\d|from=\d+)/);
  await find(page, 'play back SD2600001 yesterday 25:00', /^25:00 not understood/);
  await expect(options.first()).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeVisible();
  await box(page).fill('中文');
  await expect(options.first()).toHaveText(/中文/);
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
});

test('a sentence names a lock and a command; Enter opens it and nothing else', {
  tag: '@long',
}, async ({ page, console }) => {
  const harbour = await openCaller(console.url, 'harbour');
  const { list } = await harbour.ask('/device/list', { sn: 'SD26001', status: [2], pageSize: 1 });
  const { sn } = list[0];
  const about = (verb: string, rest = '') => new RegExp(`^${verb}.*${sn}${rest}`);
  await console.openAs('harbour', '/dashboard');
  const options = page.getByRole('option');
  await test.step('an empty search offers commands and pages', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Commands' })).toContainText('Seal');
    await page.keyboard.press('Escape');
  });
  await test.step('an allowed command opens its dialog', async () => {
    await find(page, `unseal ${sn}`, about('Unseal'));
    await expect(page.getByRole('group', { name: 'Do' }).getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Unseal' });
    await expect(dialog).toContainText(`${sn}`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
  await test.step('a refused command shows the reason, and Enter does nothing', async () => {
    await find(page, `seal ${sn}`, about('Seal', '.*Already sealed'));
    await expect(options.first()).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(box(page)).toBeVisible();
    await box(page).fill('seal 2699999');
    await expect(options.first()).toHaveText('No lock matches 2699999');
    await page.keyboard.press('Enter');
    await expect(box(page)).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await open(page, `play back ${sn} yesterday`, about('Track playback'), [
    new RegExp(`/playback\\?.*${sn}`),
    /^Track playback/,
  ]);
  await open(page, `alarms ${sn} today`, about('Alarm'), [
    new RegExp(`/alertRecord\\?.*${sn}.*today`),
    /^Alarm/,
  ]);
  await test.step('recent locks come first', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('group', { name: 'Recent locks' })).toContainText(`${sn}`);
    await page.keyboard.press('Escape');
  });
  await find(page, `why is ${sn} silent`, about('Map'));
  await page.keyboard.press('Escape');
  await turnToChinese(page);
  await find(page, `${sn}为什么离线`, about('地图'));
  await find(page, `解封${sn}`, about('解封'));
});

test('Enter opens a late result, unless the input has changed', {
  tag: '@long',
}, async ({ page, console }) => {
  const answer = await holdBack(page, '**/live/snapshot');
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
