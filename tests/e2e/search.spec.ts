import { expect, test } from './console';

const cases = [
  {
    locale: 'zh-CN',
    finds: [
      ['juese', /角色管理/, /\/role$/],
      ['昨天解封', /解封 > 昨天/, /\/lockHistory\?.*yesterday/],
      ['低电量', /低电量/, /\/deviceList\?view=lowBattery$/],
    ],
  },
  {
    locale: 'en-US',
    finds: [
      ['devcie', /Devices/, /\/deviceList$/],
      ['unsealed yesterday', /Unsealed > Yesterday/, /\/lockHistory\?.*yesterday/],
      ['flat battery', /Low battery/, /\/deviceList\?view=lowBattery$/],
    ],
  },
] as const;

for (const { locale, finds } of cases) {
  test.describe(locale, () => {
    test.use({ locale });
    test('words find pages, parts of lists, and records of a day', async ({ page, console }) => {
      await console.openAs('admin', '/dashboard');
      for (const [typed, found, address] of finds) {
        // The first press may come before the console listens.
        await expect(async () => {
          await page.keyboard.press('Control+k');
          await expect(page.getByRole('dialog').getByRole('combobox')).toBeVisible({
            timeout: 2_000,
          });
        }).toPass();
        await page.getByRole('dialog').getByRole('combobox').fill(typed);
        await expect(page.getByRole('option').first()).toHaveText(found);
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(address);
        await expect(page.getByRole('main').filter({ visible: true })).toBeVisible();
      }
    });
  });
}

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
  const box = page.getByRole('dialog').getByRole('combobox');
  await box.fill('SD2600001');
  await page.keyboard.press('Enter');
  await box.fill('SD2600002');
  await expect(page.getByText('Nothing found for “SD2600002”')).toBeVisible();
  await page.keyboard.press('Enter');
  answer();
  await expect(page).toHaveURL(/\/deviceList\?show=/);
  await expect(page.getByRole('heading', { name: /SD2600002/ })).toBeVisible();
});

test('the language survives signing out', async ({ page, console }) => {
  await console.signIn('customs', '/dashboard');
  await page.getByRole('button', { name: 'Language' }).click();
  await page
    .getByRole('menuitemradio', { name: '中文' })
    .or(page.getByRole('menuitem', { name: '中文' }))
    .click();
  // The language comes with a file of its own; until it is there, a menu that opens is drawn anew.
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await page.getByRole('button', { name: /Wang Fang/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByLabel(/^用户名/)).toBeVisible();
});
