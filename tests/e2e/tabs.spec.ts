import type { Page, Request } from 'playwright/test';
import { expect, fillLogin, moveTo, PASSWORD, tabBar, test } from './console';

const tab = (page: Page, title: string) => tabBar(page).getByRole('link', { name: title });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const menuLink = (page: Page, path: string) => menu(page).locator(`a[href="${path}"]`);
const titles = (page: Page) => tabBar(page).getByRole('link').allInnerTexts();
const choose = async (page: Page, title: string, item: string) => {
  await tab(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

const logOut = async (page: Page) => {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login**');
};

/** Unfolds the groups of the menu one after the other, until one shows the page. */
const unfold = async (page: Page, path: string) => {
  const groups = menu(page).locator('[aria-expanded]');
  const count = await groups.count();
  for (let i = 0; i < count && (await menuLink(page, path).count()) === 0; i++) {
    const group = groups.nth(i);
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await expect(group).toHaveAttribute('aria-expanded', 'true');
  }
};

/** Opens pages by the menu. */
const open = async (page: Page, ...paths: string[]) => {
  await expect(menu(page)).toBeVisible();
  for (const path of paths) {
    await unfold(page, path);
    await menuLink(page, path).click();
    await page.waitForURL(`**${path}`);
    await expect(page).toHaveTitle(`${await menuLink(page, path).textContent()} - Sealdesk`);
    // A tree has grid cells, which match too.
    await expect(page.locator('main tbody td').filter({ visible: true }).first()).toBeVisible();
  }
};

test.describe('visited tabs', () => {
  test('that the strip cuts off are reached by a list, with the keyboard alone', async ({
    page,
    console,
  }) => {
    await page.setViewportSize({ width: 1000, height: 700 });
    await console.openAs('admin', '/dashboard');
    const list = page.getByRole('button', { name: 'Open tabs' });
    await expect(tab(page, 'Home')).toBeVisible();
    await expect(list).toHaveCount(0);
    const codes = 'role oper org menu dictManage systemParams factoryList deviceTypeList'.split(
      ' ',
    );
    for (const [index, code] of codes.entries()) {
      await moveTo(page, `/${code}`);
      await expect.poll(() => titles(page)).toHaveLength(index + 2);
    }
    await list.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitemradio');
    await expect(items).toHaveCount(codes.length + 1);
    await expect(items.last()).toBeChecked();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(tab(page, 'Home')).toBeInViewport();
  });

  test('open once, keep an unsaved form, and are closed and refreshed by menu and keyboard', async ({
    page,
    console,
  }) => {
    await console.openAs('admin', '/dashboard');
    await open(page, '/role', '/oper', '/org', '/role');
    await expect.poll(() => titles(page)).toEqual(['Home', 'Roles', 'User', 'Company']);
    await tab(page, 'Company').click();
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Harbour');
    await page.waitForURL(/\/org\?/);
    const address = page.url();
    await tab(page, 'Roles').click();
    await tabBar(page).getByRole('button', { name: 'Close Roles' }).click();
    await page.waitForURL(address);
    await expect(tab(page, 'Company')).toHaveAttribute('aria-current', 'page');
    await tab(page, 'User').click({ button: 'middle' });
    await tab(page, 'Home').click({ button: 'middle' });
    await expect.poll(() => titles(page)).toEqual(['Home', 'Company']);
    expect(page.context().pages()).toHaveLength(1);

    await open(page, '/role');
    await tab(page, 'Company').click();
    await expect(page).toHaveTitle(/^Company/);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const typed = page.getByRole('dialog').getByRole('textbox').first();
    await typed.fill('typed');
    await page.goBack();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button').last().click();
    // Two steps back at once lead to another page, and do not close a form.
    await page.evaluate(() => history.go(-2));
    await page.waitForURL('**/role');
    await expect(typed).toBeHidden();
    await expect(page).toHaveTitle(/^Roles/);
    await open(page, '/oper');
    await menuLink(page, '/org').click();
    await page.waitForURL(/\/org\?.*create=1/);
    await expect(typed).toHaveValue('typed');
    await page.evaluate(() => history.go(-1));
    await page.waitForURL('**/oper');
    await tabBar(page).getByRole('button', { name: 'Close Company' }).click();
    await expect(question).toContainText('Company');
    await question.getByRole('button').first().click();
    await expect.poll(() => titles(page)).toEqual(['Home', 'Roles', 'User']);

    await test.step('refresh reloads one page and adds nothing to the history', async () => {
      await open(page, '/role', '/oper');
      const paths: string[] = [];
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        // The bell reads alarms at any time, and a bar reads commands that wait for a second person.
        if (/\/list$/.test(pathname) && !/alertRecord|CommandRecord/.test(pathname)) {
          paths.push(pathname);
        }
      };
      page.on('request', note);
      const length = await page.evaluate(() => history.length);
      await choose(page, 'User', 'Refresh');
      await expect.poll(() => paths).toContain('/api/oper/list');
      expect(await page.evaluate(() => history.length)).toBe(length);
      // A tree has grid cells, which match too.
      await expect(page.locator('main tbody td').filter({ visible: true }).first()).toBeVisible();
      expect(paths).toEqual(['/api/oper/list']);
      page.off('request', note);
    });
    await test.step('all tabs but Home close from any tab', async () => {
      await choose(page, 'Roles', 'Close Others');
      await page.waitForURL('**/role');
      await expect.poll(() => titles(page)).toEqual(['Home', 'Roles']);
      await open(page, '/oper');
      await choose(page, 'Home', 'Close All');
      await page.waitForURL('**/dashboard');
      await expect.poll(() => titles(page)).toEqual(['Home']);
      await tab(page, 'Home').click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: 'Refresh' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Close', exact: true })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
    });
    await test.step('all tabs to the right close', async () => {
      await open(page, '/role', '/oper', '/org');
      await choose(page, 'Roles', 'Close Right');
      await page.waitForURL('**/role');
      await expect.poll(() => titles(page)).toEqual(['Home', 'Roles']);
      await tab(page, 'Roles').click({ button: 'right' });
      await expect(page.getByRole('menuitem', { name: 'Close', exact: true })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Close Right' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
    });
    await test.step('keys move, open the menu and close', async () => {
      await open(page, '/oper');
      await tab(page, 'User').focus();
      await page.keyboard.press('ArrowLeft');
      await expect(tab(page, 'Roles')).toBeFocused();
      await page.keyboard.press('Shift+F10');
      await expect(page.getByRole('menuitem', { name: 'Refresh' })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Delete');
      await expect.poll(() => titles(page)).toEqual(['Home', 'User']);
      await expect(tab(page, 'Home')).toBeFocused();
      await page.keyboard.press('Delete');
      await expect.poll(() => titles(page)).toEqual(['Home', 'User']);
    });
  });

  test('are moved by mouse and keyboard, survive a reload but no sign-out, and belong to one operator', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.signIn('admin', '/dashboard');
    await open(page, '/role', '/oper', '/org');
    await tab(page, 'Company').dragTo(tab(page, 'Roles'), { targetPosition: { x: 3, y: 8 } });
    await expect.poll(() => titles(page)).toEqual(['Home', 'Company', 'Roles', 'User']);
    await tab(page, 'User').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => titles(page)).toEqual(['Home', 'Company', 'User', 'Roles']);
    await expect(tab(page, 'User')).toBeFocused();
    for (let i = 0; i < 4; i++) await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => titles(page)).toEqual(['Home', 'User', 'Company', 'Roles']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Home', 'User', 'Company', 'Roles']);
    await tab(page, 'User').click();
    await page.waitForURL('**/oper');
    await logOut(page);
    await fillLogin(page, 'harbour', PASSWORD);
    await page.waitForURL('**/oper');
    await expect.poll(() => titles(page)).not.toContain('Roles');
    await logOut(page);
    await page.goto('/login?redirect=%2Fdashboard');
    await fillLogin(page, 'admin', PASSWORD);
    await page.waitForURL('**/dashboard');
    await expect.poll(() => titles(page)).toEqual(['Home']);
  });
});
