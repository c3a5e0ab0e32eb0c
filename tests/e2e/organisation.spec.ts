import type { Locator, Page } from 'playwright/test';
import { violations } from './axe';
import { openCaller } from './caller';
import {
  dialog,
  expect,
  moveTo,
  openNew,
  PASSWORD,
  row,
  save,
  test,
  turnToChinese,
} from './console';

/** Distinguishes the records from those of other runs on the same server. */
const mark = Date.now().toString().slice(-6);
const ORG = `Blue Anchor ${mark}`;
const ROLE = `Gatekeeper ${mark}`;
const FIRST = 'First123';

const choose = async (page: Page, label: RegExp, option: string) => {
  const input = dialog(page).getByLabel(label).first();
  await input.click();
  await input.fill(option);
  await page.getByRole('option', { name: option }).first().click();
};

const typePassword = async (page: Page) => {
  await dialog(page)
    .getByLabel(/^Password(?!,)/)
    .fill(FIRST);
  await dialog(page)
    .getByLabel(/^Confirm password/)
    .fill(FIRST);
};

/** Returns a line of the permission tree. */
const line = (page: Page, name: string) =>
  page
    .getByRole('tree')
    .getByRole('treeitem')
    .filter({ hasText: new RegExp(`^${name}(\\d|$)`) });

const unfold = async (page: Page, name: string) => {
  await line(page, name).first().focus();
  await page.keyboard.press('ArrowRight');
};

/** Replaces an initial password, as a first sign-in must. */
const replaceFirst = async (url: string, login: string): Promise<void> => {
  const own = await openCaller(url, login, { password: FIRST });
  const [oldPassword, newPassword] = [await own.encrypt(FIRST), await own.encrypt(PASSWORD)];
  await own.ask('/login/changePassword', { oldPassword, newPassword });
};

const sidebar = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allInnerTexts();

test('an organisation gets an administrator, who grants others fewer rights', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/org');
  await test.step('organisations are a tree for keyboard and pointer', async () => {
    const [root, below, deepest] = [/^Sealdesk/, /^Harbour Logistics/, /^Yantian Container/].map(
      (name) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) }),
    ) as [Locator, Locator, Locator];
    await expect(deepest).toHaveAttribute('aria-level', '3');
    await below.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(below).toHaveAttribute('aria-expanded', 'false');
    await expect(deepest).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(deepest).toBeVisible();
    await root.getByRole('button', { name: /^Collapse Sealdesk/ }).click();
    await expect(below).toHaveCount(0);
    await root.getByRole('button', { name: /^Expand Sealdesk/ }).click();
    await expect(deepest).toBeVisible();
  });
  await openNew(page);
  await dialog(page)
    .getByLabel(/^Organisation/)
    .fill(ORG);
  await dialog(page)
    .getByLabel(/login name/)
    .fill('harbour');
  await dialog(page)
    .getByLabel(/administrator: name/)
    .fill('Ann Chor');
  await choose(page, /administrator: role/, 'Organisation administrator');
  await typePassword(page);
  await save(page);
  await expect(dialog(page).getByText('Already in use')).toBeVisible();
  await dialog(page)
    .getByLabel(/login name/)
    .fill(`anchor${mark}`);
  await save(page);
  await expect(row(page, ORG)).toBeVisible();

  await replaceFirst(console.url, `anchor${mark}`);
  const ann = await console.colleague(`anchor${mark}`, '/role');
  await openNew(ann);
  // The new role is below her own, and its permissions can be chosen at once.
  await expect(dialog(ann).getByLabel(/^Superior role/)).toHaveValue('Organisation administrator');
  await dialog(ann).getByLabel(/^Role/).fill(ROLE);
  // A role without permissions is saved only if that is meant.
  await dialog(ann).getByRole('button', { name: 'Save' }).click();
  const warning = ann.getByRole('alertdialog');
  await expect(warning).toContainText('This role has no permissions.');
  await warning.getByRole('button', { name: 'Keep editing' }).click();
  await expect(warning).toHaveCount(0);
  await unfold(ann, 'Devices');
  await line(ann, 'Add').first().click();
  await line(ann, 'Export').first().click();
  await expect(line(ann, 'View').first()).toHaveAttribute('aria-checked', 'true');
  await expect(line(ann, 'Devices')).toHaveAttribute('aria-checked', 'mixed');
  await save(ann);
  await expect(row(ann, ROLE)).toBeVisible();

  await moveTo(ann, '/oper');
  await expect(ann).toHaveTitle(/^User/);
  await openNew(ann);
  await dialog(ann).getByLabel(/^Name/).fill('Gus Gate');
  await dialog(ann)
    .getByLabel(/^Login name/)
    .fill(`gate${mark}`);
  await choose(ann, /^Role/, ROLE);
  await choose(ann, /^Organisation/, ORG);
  await typePassword(ann);
  await save(ann);
  await expect(row(ann, `gate${mark}`)).toBeVisible();

  await replaceFirst(console.url, `gate${mark}`);
  const gus = await console.colleague(`gate${mark}`, '/deviceList');
  await expect(gus.getByRole('button', { name: 'New' }).first()).toBeVisible();
  expect(await sidebar(gus)).toEqual(['Devices']);
  await expect(gus.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await moveTo(gus, '/role');
  await expect(gus.getByRole('heading', { name: 'No permission for Roles' })).toBeVisible();
  // The menu calls every map so.
  await moveTo(gus, '/amap');
  await expect(gus.getByRole('heading', { name: 'No permission for Map' })).toBeVisible();

  await moveTo(ann, '/role');
  await row(ann, ROLE)
    .getByRole('button', { name: `Edit ${ROLE}` })
    .click();
  await unfold(ann, 'Devices');
  await line(ann, 'Add').first().click();
  await line(ann, 'Home').click();
  await save(ann);
  await expect(dialog(ann)).toHaveCount(0);
  // Permissions are read with each page load.
  await gus.goto(`${console.url}/deviceList`);
  await expect(gus.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect(gus.getByRole('button', { name: 'New' })).toHaveCount(0);
  expect(await sidebar(gus)).toEqual(['Home', 'Devices']);

  await row(ann, ROLE)
    .getByRole('button', { name: `Delete ${ROLE}` })
    .click();
  const question = ann.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText('Still in use by Users: Gus Gate.');
});

/** Moves through the permission tree and checks it by keys alone. */
const walkTree = async (page: Page) => {
  await page.getByRole('button', { name: 'None' }).focus();
  await page.keyboard.press('Tab');
  await expect(line(page, 'Home')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(line(page, 'Home')).toHaveAttribute('aria-checked', 'true');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowDown');
  await expect(line(page, 'Devices')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(line(page, 'View').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(line(page, 'Devices')).toHaveAttribute('aria-checked', 'mixed');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(line(page, 'Devices')).toHaveAttribute('aria-expanded', 'false');
  await expect(dialog(page)).toBeVisible();
};

/** Searches the permission tree, and grants all, viewing only, or nothing. */
const searchTree = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'None' }).click();
  const search = page.getByRole('searchbox', { name: 'Search menus and buttons' });
  await search.fill('unseal pass');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem')).toHaveCount(3);
  await line(page, 'Set unseal password').click();
  await search.fill('nothing at all');
  await expect(page.getByText('No Data Found')).toBeVisible();
  await search.fill('');
  await expect(line(page, 'Devices')).toHaveAttribute('aria-checked', 'mixed');
  await dialog(page).getByRole('button', { name: 'All' }).click();
  await expect(line(page, 'Devices')).toHaveAttribute('aria-checked', 'true');
  await dialog(page).getByRole('button', { name: 'View only' }).click();
  await expect(line(page, 'Devices')).toHaveAttribute('aria-checked', 'mixed');
  await dialog(page).getByRole('button', { name: 'None' }).click();
  await expect(line(page, 'Devices')).toHaveAttribute('aria-checked', 'false');
  await line(page, 'Devices').click();
  expect(await violations(page)).toEqual([]);
};

/** Uses the permission tree on a phone in Chinese. */
const useTreeOnPhone = async (page: Page) => {
  await turnToChinese(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '新建' }).first().click();
  await choose(page, /^上级角色/, '机构管理员');
  await line(page, '设备列表').click();
  await expect(line(page, '设备列表')).toHaveAttribute('aria-checked', 'true');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
};

test('the rights of a role are shown, and granted in a tree by keyboard, by a search and on a phone', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('harbour', '/role');
  await test.step('seen', async () => {
    await row(page, 'Shift staff').getByRole('link').first().click();
    const seen = page.getByRole('list', { name: 'Permissions' });
    await expect(seen.getByText('Command log')).toBeVisible();
    await expect(seen.getByText('Unseal', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await openNew(page);
  await expect(page.getByRole('tree')).toBeVisible();
  await test.step('by keyboard', () => walkTree(page));
  await test.step('by a search', () => searchTree(page));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('on a phone', () => useTreeOnPhone(page));
});
