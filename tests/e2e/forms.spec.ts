import type { Page } from 'playwright/test';
import { hire } from './caller';
import { expect, row, test } from './console';

/** A name that no other run has used: the tests of a run share one server. */
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

test('a password is typed twice, in a form and in an action', async ({ page, console }) => {
  await console.openAs('admin', '/oper');
  const login = fresh('o');
  const form = await openNew(page);
  await form.getByLabel(/^Name/).fill('Wu Min');
  await form.getByLabel(/^Login name/).fill(login);
  await choose(page, /^Role/, 'Shift staff');
  await choose(page, /^Organisation/, 'Harbour Logistics 港湾物流');
  await form.getByLabel(/^Password(?!,)/).fill('Abc12345');
  await form.getByLabel(/^Password, again/).fill('Abc12346');
  await save(page).click();
  await expect(form.getByText('Inconsistent Password Input')).toBeVisible();
  await form.getByLabel(/^Password, again/).fill('Abc12345');
  await save(page).click();
  await expect(row(page, login)).toBeVisible();

  await page.getByRole('button', { name: 'More actions for Wu Min' }).first().click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^New password(?!,)/).fill('Xyz12345');
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog.getByText('Inconsistent Password Input')).toBeVisible();
  await dialog.getByLabel(/^New password, again/).fill('Xyz12345');
  const sent = page.waitForRequest((request) => request.url().endsWith('/oper/resetPassword'));
  await dialog.getByRole('button', { name: 'Reset password' }).click();
  expect((await sent).postDataJSON().password).toMatch(/^[A-Za-z\d+/]{342}==$/);
  await expect(dialog).toHaveCount(0);
});

test('an action asks, is done, and is greyed with the reason where it is not possible', async ({
  page,
  console,
}) => {
  const login = await hire(console.url, { name: 'Hu Ju', like: 'customs' });
  await console.openAs('admin', '/oper');
  await page.getByRole('textbox', { name: 'Login name' }).fill(login);
  await expect(page.getByRole('row')).toHaveCount(2);
  await row(page, login).getByRole('link').first().click();
  const detail = page.getByRole('dialog');
  await detail.getByRole('button', { name: 'Disable' }).click();
  const question = page.getByRole('dialog').last();
  await expect(question).toContainText('Whoever is signed in by it is signed out');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect(detail.getByRole('button', { name: 'Enable' })).toBeEnabled();
  await detail.getByRole('button', { name: 'Enable' }).click();
  await expect(detail.getByRole('button', { name: 'Disable' })).toBeEnabled();
  await detail.getByRole('button', { name: 'More actions', exact: true }).click();
  const enable = page.getByRole('menuitem', { name: 'Enable' });
  await expect(enable).toHaveAttribute('aria-disabled', 'true');
  await enable.hover();
  await expect(page.getByRole('tooltip')).toContainText('Status is “Enabled”');
});

test('inputs come with what they depend on, and a place is two numbers of one record', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/icCard');
  const number = fresh('1');
  const form = await openNew(page);
  await form.getByLabel(/^Card number/).fill(number);
  await expect(form.getByLabel(/^Group number/)).toHaveCount(0);
  await choose(page, /^Kind/, 'Group');
  await form.getByLabel(/^Group number/).fill('77');
  await choose(page, /^Kind/, 'Single');
  await expect(form.getByLabel(/^Group number/)).toHaveCount(0);
  await choose(page, /^Organisation/, 'Harbour Logistics 港湾物流');
  await form.getByLabel(/^Radius/).fill('300');
  await save(page).click();
  await expect(form.getByText('A radius needs a place')).toBeVisible();
  await form.getByLabel(/^Place: latitude/).fill('22.5');
  await form.getByLabel(/^Place: longitude/).fill('114.25');
  const sent = page.waitForRequest((request) => request.url().endsWith('/icCard/add'));
  await save(page).click();
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ ic_no: number, lat: 22.5, lon: 114.25, radius: 300 });
  expect(body).not.toHaveProperty('card_no');
  expect(body).not.toHaveProperty('place');
  await row(page, number).click();
  await expect(page.getByRole('dialog')).toContainText('22.500000, 114.250000');
});

test('what belongs to a record is added in its detail, and its history tells', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/dictManage');
  const code = fresh('e');
  const form = await openNew(page);
  await form.getByLabel(/^Code/).fill(code);
  await form.getByLabel(/^Name/).fill(`Name ${code}`);
  await save(page).click();
  await row(page, code).click();
  const detail = page.getByRole('dialog').first();
  await detail.getByRole('tab', { name: 'Items' }).click();
  await detail.getByRole('button', { name: 'New: Dictionary item' }).click();
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
  await expect(inner.getByRole('img', { name: 'became' })).toBeVisible();
  await inner.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(detail).toContainText('There are no records.');
});

test('a batch is previewed, and watched once it is started', async ({ page, console }) => {
  await console.openAs('admin', '/batchAddICCard');
  const form = await openNew(page);
  const segment = fresh('');
  await form.getByLabel(/^Leading digits/).fill(segment);
  await form.getByLabel(/^How many/).fill('25');
  await choose(page, /^Organisation/, 'Harbour Logistics 港湾物流');
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form).toContainText('25 would be made');
  await expect(form).toContainText(`${segment}001`);
  await form.getByLabel(/^How many/).fill('30');
  await expect(form).toContainText('30 would be made');
  await save(page).click();
  await expect(page).toHaveURL(/show=\d+/);
  await expect(
    page
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: /^Done$/ }),
  ).toBeVisible();

  await console.go('/regionalRuleList');
  const rule = await openNew(page);
  await rule.getByLabel(/^Rule/).fill(`Rule ${segment}`);
  await choose(page, /^Organisation/, 'Harbour Logistics 港湾物流');
  await rule.getByLabel(/^Region: latitude/).fill('22.5');
  await rule.getByLabel(/^Region: longitude/).fill('114.25');
  await rule.getByLabel(/^Radius/).fill('500');
  const cards = rule.getByLabel(/^Cards/);
  await cards.focus();
  await cards.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, `${segment}001, ${segment}002\n${segment}999`);
  await expect(rule.getByText(`${segment}002`)).toBeVisible();
  await expect(rule).toContainText(`Not found: ${segment}999`);
  await expect(rule).toContainText('2 / 32 chosen');
  await save(page).click();
  await expect(row(page, `Rule ${segment}`)).toContainText(`${segment}001, ${segment}002`);
  await row(page, `Rule ${segment}`).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `${segment}002` })
    .click();
  await expect(page).toHaveURL(/\/icCard\?show=\d+/);
});
