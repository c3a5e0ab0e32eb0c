import type { Page } from 'playwright/test';
import { violations } from './axe';
import { expect, fillLogin, PASSWORD, tabBar, test } from './console';

const panel = (page: Page) =>
  page.getByRole('dialog', { name: /^(Theme and layout size|主题与布局大小)$/ });
const userMenu = (page: Page) => page.getByRole('banner').locator('[aria-haspopup="menu"]').last();
const openPanel = async (page: Page) => {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: /^(Theme and layout size|主题与布局大小)$/ }).click();
  await expect(panel(page)).toBeVisible();
};
const heightOf = async (page: Page, name: string) =>
  (await page.getByRole('textbox', { name, exact: true }).locator('..').boundingBox())?.height;

test.describe('settings', () => {
  test('take effect at once, keep input, and survive a sign-out', async ({ page, console }) => {
    await console.signIn('admin', '/oper');
    await page.getByRole('textbox', { name: 'Login name' }).fill('adm');
    await openPanel(page);
    await panel(page).getByRole('radio', { name: 'Red' }).check();
    await panel(page).getByRole('button', { name: 'Dark' }).click();
    await panel(page).getByRole('button', { name: 'Mini' }).click();
    await panel(page).getByRole('switch', { name: 'Sidebar logo' }).check();
    await panel(page).getByRole('switch', { name: 'Open pages as tabs' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(tabBar(page)).toHaveCount(0);
    await expect.poll(() => heightOf(page, 'Login name')).toBe(22);
    await expect(page.getByRole('textbox', { name: 'Login name' })).toHaveValue('adm');
    await expect(page.getByRole('link', { name: /Go to Home/ })).toBeVisible();

    const fold = page.getByRole('button', { name: 'Close menu' });
    await fold.hover();
    // Before it is placed, a tooltip lies over this button and must not take half of a press.
    await expect(page.getByRole('tooltip')).toHaveCSS('pointer-events', 'none');
    await fold.click();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login**');
    await fillLogin(page, 'harbour', PASSWORD);
    await expect(tabBar(page)).toBeVisible();
    await expect.poll(() => heightOf(page, 'Login name')).toBe(30);
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login**');
    await fillLogin(page, 'admin', PASSWORD);
    await expect.poll(() => heightOf(page, 'Login name')).toBe(22);
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();

    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await page.keyboard.press('Escape');
    await expect(tabBar(page)).toBeVisible();
    await expect.poll(() => heightOf(page, 'Login name')).toBe(30);
  });

  test('open on a phone, keep a layout across a reload, and offer pinyin in Chinese only', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.openAs('admin', '/oper');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const width = async () => (await menu.boundingBox())?.width;
    await page.setViewportSize({ width: 992, height: 800 });
    await expect(tabBar(page)).toBeVisible();
    await expect.poll(width).toBeGreaterThan(190);
    await page.setViewportSize({ width: 991, height: 800 });
    await expect(menu).toBeHidden();
    await expect(tabBar(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await page.setViewportSize({ width: 390, height: 800 });
    await openPanel(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(tabBar(page)).toBeVisible();
    await expect.poll(width).toBeGreaterThan(190);

    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Mobile' }).click();
    await expect(tabBar(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
    await expect(menu).toBeHidden();
    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Desktop' }).click();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 900, height: 800 });
    await expect(tabBar(page)).toBeVisible();
    await expect(menu).toBeVisible();

    await openPanel(page);
    await expect(panel(page).getByRole('switch')).toHaveCount(3);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: '中文' }).click();
    await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
    await openPanel(page);
    await expect(panel(page).getByRole('switch', { name: '菜单支持拼音搜索' })).toBeChecked();
  });

  test('for theme, layout size and full screen open from the user menu by keyboard', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.openAs('customs', '/oper');
    await userMenu(page).focus();
    await page.keyboard.press('Enter');
    const own = page.getByRole('menu');
    await expect(own.getByRole('menuitem')).toHaveText([
      'Map',
      'Profile',
      'Change Password',
      'Home',
      'Theme and layout size',
      'Full screen',
      'Log out',
    ]);
    await expect(own.getByRole('menuitem', { name: 'Map' })).toBeFocused();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Large', exact: true }).click();
    await panel(page).getByRole('radio', { name: 'Red' }).check();
    await panel(page).getByRole('button', { name: 'Dark' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => heightOf(page, 'Login name')).toBe(34);
    await expect
      .poll(() => page.locator('body').evaluate((body) => getComputedStyle(body).colorScheme))
      .toBe('dark');
    await openPanel(page);
    await panel(page).getByRole('button', { name: 'Reset to defaults' }).click();
    await page.keyboard.press('Escape');

    // If the browser cannot do it, a message appears at the button.
    await page.evaluate(() => {
      document.documentElement.requestFullscreen = () => Promise.reject(new TypeError());
    });
    await userMenu(page).click();
    await own.getByRole('menuitem', { name: 'Full screen' }).click();
    await expect(page.getByText('you browser can not work')).toBeVisible();

    // The search field of the bar opens the same dialog as the shortcut.
    await page.getByRole('button', { name: /^Search pages.*Ctrl\+K$/ }).click();
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });
});

test.describe('in dark mode', () => {
  test.use({ colorScheme: 'dark' });

  test('pages print dark on white, with their fills', { tag: '@long' }, async ({
    page,
    console,
  }) => {
    await console.openAs('harbour', '/dashboard');
    await expect(page.getByRole('link', { name: /^Critical \d/ })).toBeVisible();
    const body = page.locator('body');
    await page.emulateMedia({ media: 'print' });
    await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    // The landmarks outside of the page are not printed.
    expect(await violations(page, 'region', 'bypass')).toEqual([]);
    await page.emulateMedia({ media: 'screen' });
    await expect(body).not.toHaveCSS('background-color', 'rgb(255, 255, 255)');

    await console.go('/alertRecord');
    const severity = page.locator('main .state').filter({ hasText: /^(Critical|Major|Minor)$/ });
    await expect(severity.first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(body).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    // A browser leaves out other fills, and the words on that of a critical alarm are white.
    await expect(severity.first()).toHaveCSS('print-color-adjust', 'exact');
    expect(await violations(page, 'region', 'bypass')).toEqual([]);

    await console.go('/amap');
    const map = page.getByRole('application', { name: 'Map of locks' });
    await expect.poll(async () => (await map.boundingBox())?.height).toBeLessThan(1_000);
  });
});
