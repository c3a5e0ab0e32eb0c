import type { Page } from 'playwright/test';
import { hire } from './caller';
import { expect, row, test } from './console';

/** Returns a name that no other run has used, because the tests of a worker share one server. */
const fresh = (start: string) => `${start}${Date.now().toString().slice(-7)}`;

const choose = async (page: Page, label: RegExp, option: string) => {
  const input = page.getByRole('dialog').last().getByLabel(label).first();
  const isSearch = await input.evaluate((element) => element.tagName === 'INPUT');
  await input.click();
  if (isSearch) await input.fill(option);
  await page.getByRole('option', { name: option }).first().click();
};

const save = (page: Page) => page.getByRole('dialog').last().getByRole('button', { name: 'Save' });

const openNew = async (page: Page) => {
  await page.getByRole('button', { name: 'New' }).first().click();
  return page.getByRole('dialog').last();
};

/** Types a password twice, in a form and in an action. */
const typeTwice = async (page: Page) => {
  const login = fresh('o');
  const form = await openNew(page);
  await form.getByLabel(/^Name/).fill('Wu Min');
  await form.getByLabel(/^Login name/).fill(login);
  await choose(page, /^Role/, 'Shift staff');
  await choose(page, /^Organisation/, 'Harbour Logistics');
  await form.getByLabel(/^Password(?!,)/).fill('Abc12345');
  await form.getByLabel(/^Confirm password/).fill('Abc12346');
  await save(page).click();
  await expect(form.getByText('Inconsistent Password Input')).toBeVisible();
  await form.getByLabel(/^Confirm password/).fill('Abc12345');
  await save(page).click();
  await expect(row(page, login)).toBeVisible();

  await page.getByRole('button', { name: 'More actions for Wu Min' }).first().click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^New password(?!,)/).fill('Xyz12345');
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog.getByText('Inconsistent Password Input')).toBeVisible();
  await dialog.getByLabel(/^Confirm new password/).fill('Xyz12345');
  const sent = page.waitForRequest((request) => request.url().endsWith('/oper/resetPassword'));
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  expect((await sent).postDataJSON().password).toMatch(/^[A-Za-z\d+/]{342}==$/);
  await expect(dialog).toHaveCount(0);
};

/** Runs an action with its question. It is then disabled with the reason. */
const disable = async (page: Page, login: string) => {
  await page.getByRole('textbox', { name: 'Login name' }).fill(login);
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, login).getByRole('link').first().click();
  const detail = page.getByRole('dialog');
  await detail.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('dialog').last();
  await expect(question).toContainText('Users who are signed in with it are signed out');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(detail.getByRole('button', { name: 'Enable' })).toBeEnabled();
  await detail.getByRole('button', { name: 'Enable' }).click();
  await expect(detail.getByRole('button', { name: 'Disable' })).toBeEnabled();
  await detail.getByRole('button', { name: 'More actions', exact: true }).click();
  const enable = page.getByRole('menuitem', { name: 'Enable' });
  await expect(enable).toHaveAttribute('aria-disabled', 'true');
  await enable.hover();
  await expect(page.getByRole('tooltip')).toContainText('Status is “Enabled”');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Adds a related record in the detail, and checks its history. */
const addItem = async (page: Page) => {
  const code = fresh('e');
  const form = await openNew(page);
  await form.getByLabel(/^Code/).fill(code);
  await form.getByLabel(/^Name/).fill(`Name ${code}`);
  await save(page).click();
  await row(page, code).click();
  const detail = page.getByRole('dialog').first();
  await detail.getByRole('tab', { name: 'Items' }).click();
  await detail.getByRole('button', { name: 'New dictionary item' }).click();
  const item = page.getByRole('dialog').last();
  await expect(item.getByLabel(/^Dictionary/)).toBeDisabled();
  await expect(item.getByLabel(/^Dictionary/)).toHaveValue(`Name ${code}`);
  await item.getByLabel(/^Code/).fill('a');
  await item.getByLabel(/^Text(?! in)/).fill('Alpha');
  await save(page).click();
  await detail.getByRole('button', { name: 'Edit Alpha' }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByLabel(/^Text(?! in)/)
    .fill('Beta');
  await save(page).click();
  await detail.getByRole('row').filter({ hasText: 'Beta' }).click();
  const inner = page.getByRole('dialog').last();
  await expect(inner.getByRole('heading', { name: 'Beta' })).toBeVisible();
  await inner.getByRole('tab', { name: 'History' }).click();
  await expect(inner).toContainText('Alpha');
  await expect(inner.getByRole('img', { name: 'changed to' })).toBeVisible();
  await inner.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(detail).toContainText('No records.');
};

test('forms require a password twice, actions ask first, and details add related records', {
  tag: '@long',
}, async ({ page, console }) => {
  const login = await hire(console.url, { name: 'Hu Ju', like: 'customs' });
  await console.openAs('admin', '/oper');
  await test.step('passwords', () => typeTwice(page));
  await test.step('an action', () => disable(page, login));
  await console.go('/dictManage');
  await test.step('items', () => addItem(page));
});

test('the inputs of a form have one height, and its language is the reader’s', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/dashboard');
  const form = page.getByRole('dialog');
  for (const path of ['/alarmConfig', '/alarmEscalation']) {
    await console.go(`${path}?create=1`);
    await expect(form.getByLabel('E-mail', { exact: true })).toBeVisible();
    const heights = await form
      .locator('.MuiOutlinedInput-root')
      .evaluateAll((inputs) => inputs.map((each) => each.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([36]));
  }
  await expect(form.getByRole('combobox', { name: 'Language' })).toHaveText('English');
});
