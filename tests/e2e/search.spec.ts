import { expect, test } from './console';

const cases = [
  { locale: 'zh-CN', typed: 'juese', found: /角色管理/, path: '/role' },
  { locale: 'en-US', typed: 'devcie', found: /Devices/, path: '/deviceList' },
];

for (const { locale, typed, found, path } of cases) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`"${typed}" finds its page`, async ({ page, console }) => {
      await console.openAs('admin', '/dashboard');
      // The first press may come before the console listens.
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('combobox')).toBeVisible({ timeout: 2_000 });
      }).toPass();
      await page.getByRole('combobox').fill(typed);
      await expect(page.getByRole('option').first()).toHaveText(found);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  });
}

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
