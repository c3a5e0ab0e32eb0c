import type { Page } from 'playwright/test';
import { expect, fillLogin, heads, moveTo, PASSWORD, rows, test } from './console';

const sns = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts();

test('a copied link includes the columns and leaves the reader’s settings alone; an address includes its page', {
  tag: '@long',
}, async ({ page, context, console }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('harbour', '/deviceList?sort=sn&order=DESC&filter={"sn":"SD26"}');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Organisation', { exact: true }).last().click();
  const handle = page.getByRole('button', { name: 'Move Battery up' });
  await handle.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).not.toContain('Organisation');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this list' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [mine, shown] = [await heads(page), await sns(page)];

  const shift = await console.colleague('shift', link);
  await expect(rows(shift).first()).toBeVisible();
  expect(await heads(shift)).toEqual(mine);
  expect(await sns(shift)).toEqual(shown);

  await page.getByRole('columnheader', { name: 'SN' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('SD2600001');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^21–40 of/)).toBeVisible();
  await shift.evaluate(() => sessionStorage.clear());
  await shift.goto(page.url());
  await expect(shift.getByText(/^21–/)).toBeVisible();
  const { searchParams } = new URL(shift.url());
  expect(Object.fromEntries(searchParams)).toEqual({
    filter: '{"sn":"SD26"}',
    sort: 'sn',
    order: 'ASC',
    page: '2',
  });
  await expect(shift.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26');
  expect(await heads(shift)).toContain('Organisation');
});

test('saved views belong to their operator, even on a shared computer', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.signIn('harbour', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26000');
  await expect(page).toHaveURL(/filter=/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  await page.keyboard.type('Of Harbour');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'View: Of Harbour' })).toBeVisible();

  const signInNext = async (login: string) => {
    await page.locator('header').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);
    await moveTo(page, '/login?redirect=/deviceList');
    await fillLogin(page, login, PASSWORD);
    await expect(rows(page).first()).toBeVisible();
  };
  await signInNext('shift');
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('');
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Copy link to this list' })).toBeVisible();
  await expect(page.getByText('Of Harbour')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await signInNext('harbour');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Of Harbour' }).click();
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26000');
});
