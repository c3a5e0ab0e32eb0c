import type { Locator, Page } from 'playwright/test';
import { violations } from './axe';
import { type Caller, openCaller } from './caller';
import { expect, moveTo, row, rows, test } from './console';

/** More records than one call may name, and than one page holds. */
const MANY = 1_005;
/** Distinguishes the records from those of other runs on the same server. */
const mark = `Bulk ${Date.now().toString().slice(-6)}`;
const nameOf = (n: number) => `${mark} ${String(n).padStart(4, '0')}`;

const bar = (page: Page) => page.getByRole('toolbar');
const listUrl = (regional_rule: string) =>
  `/regionalRuleList?sort=regional_rule&order=ASC&filter=${JSON.stringify({ regional_rule })}`;

const selectAll = async (page: Page, total: string) => {
  await page.getByLabel('Select all rows on this page').click();
  await page.getByRole('button', { name: `Select all ${total} matching rows` }).click();
  await expect(page.getByText(`${total} selected`)).toBeVisible();
};

/** Imports regional rules with one common name. */
const importRules = async (caller: Caller) => {
  const head = [
    'Rule',
    'Organisation',
    'Enabled',
    'Unseal automatically',
    'Latitude',
    'Longitude',
    'Radius',
  ];
  const values = ['Harbour Logistics', 'Yes', 'No', 22.5, 114, 300];
  const rules = Array.from({ length: MANY }, (_, i) => [nameOf(i + 1), ...values]);
  expect(await caller.importRows('regionalRule', [head, ...rules])).toMatchObject({ added: MANY });
};

/** Scrolls to the last row by wheel and by keyboard. Only rows in view are drawn, below a fixed head. */
const scroll = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '1000 / page' }).click();
  await expect(page.getByText('1–1,000 of 1,005')).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '1006');
  await rows(page).first().hover();
  await page.mouse.wheel(0, 1_000_000);
  await expect(row(page, nameOf(1000))).toBeInViewport();
  await page.mouse.wheel(0, -1_000_000);
  await expect(row(page, nameOf(1))).toBeInViewport();
  await rows(page).first().focus();
  await page.keyboard.press('End');
  const last = row(page, nameOf(1000));
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-rowindex', '1001');
  const head = page.getByRole('columnheader', { name: 'Rule' }).first();
  await expect(head).toBeInViewport();
  // The row under the pointer is changing its colour.
  await page.mouse.move(720, 2);
  expect(await violations(page, 'region')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(nameOf(1000));
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Home');
  await expect(row(page, nameOf(1))).toBeFocused();
  await test.step('below a scrolling top bar', () => scrollTopBar(page, last, head));
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('1,001–1,005 of 1,005')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, nameOf(MANY))).toBeInViewport();
};

const scrollTopBar = async (page: Page, last: Locator, head: Locator) => {
  await page.setViewportSize({ width: 1440, height: 560 });
  const top = async () => (await page.getByRole('banner').boundingBox())?.y ?? 0;
  await page.mouse.move(800, 300);
  await page.mouse.wheel(0, 300);
  expect(await top()).toBe(0);
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem', { name: 'Theme and layout size' }).click();
  const settings = page.getByRole('dialog', { name: 'Theme and layout size' });
  await settings.getByRole('switch', { name: 'Fixed header' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  // Over the rows the wheel scrolls the rows first.
  await page.mouse.move(800, 120);
  await page.mouse.wheel(0, 300);
  await expect.poll(top).toBeLessThan(-49);
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.mouse.move(800, 400);
  await page.mouse.wheel(0, 1_000_000);
  await expect(last).toBeInViewport();
  await expect(head).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** Disables all. One was disabled meanwhile and is named, and the network fails at the second call. */
const disableAll = async (page: Page, taken: number) => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sizes: number[] = [];
  await page.route('**/api/regionalRule/disable', async (route) => {
    sizes.push(route.request().postDataJSON().ids.length);
    if (sizes.length === 1) return route.continue();
    await gate;
    await route.abort();
  });
  await bar(page).getByRole('button', { name: 'Disable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Disable (1005)' }).click();
  await expect(dialog.getByRole('status')).toContainText('1000 of 1005');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  release();
  await expect(dialog).toContainText('Done for 999 records');
  await expect(dialog).toContainText('The server cannot be reached.');
  expect(sizes).toEqual([1000, 5]);
  await expect(dialog.getByRole('listitem')).toHaveText([
    `${nameOf(taken)} Enabled is “No”. It must be Yes.`,
  ]);
  // Completed records are not offered again.
  await expect(dialog.getByRole('button', { name: /^Disable/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
};

/** Enables those of a page. Records that cannot be enabled are left out beforehand. */
const enableSome = async (page: Page, left: readonly number[]) => {
  await moveTo(page, listUrl(`${mark} 000`));
  await expect(rows(page)).toHaveCount(9);
  await page.getByLabel('Select all rows on this page').click();
  await bar(page).getByRole('button', { name: 'Enable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${left.length} records will be skipped`);
  await expect(dialog).toContainText(left.map(nameOf).join(', '));
  const sent = page.waitForRequest('**/api/regionalRule/enable');
  await dialog.getByRole('button', { name: 'Enable (7)' }).click();
  expect((await sent).postDataJSON().ids).toHaveLength(7);
  await expect(dialog).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Yes' })).toHaveCount(9);
};

/** Deletes all but one that is in use. It is named and can be retried. */
const deleteAll = async (page: Page, needed: number) => {
  await page.route('**/api/regionalRule/delete', async (route) => {
    const { ids } = route.request().postDataJSON();
    if (!ids.includes(needed)) return route.continue();
    const verify = { sign: 'conflict', desc: 'Still needed at the gate' };
    return route.fulfill({ json: { verify, data: null } });
  });
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete 1005 records?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toContainText('1004 records deleted.');
  await expect(question.getByRole('alert')).toContainText('Still needed at the gate');
  await expect(question).toContainText(nameOf(1004));
  await page.unroute('**/api/regionalRule/delete');
  await question.getByRole('button', { name: 'Try again' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText('No Data Found')).toBeVisible();
};

test('more records than one call accepts are scrolled, disabled, enabled and deleted', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'admin');
  await importRules(caller);
  const list = (filter: object) => caller.ask('/regionalRule/list', filter);
  const idOf = async (n: number): Promise<number> =>
    (await list({ regional_rule: nameOf(n) })).list[0].id;
  await console.openAs('harbour', listUrl(mark));
  await test.step('scroll', () => scroll(page));
  await test.step('disable', async () => {
    await selectAll(page, '1,005');
    await caller.ask('/regionalRule/disable', { ids: [await idOf(3)] });
    await disableAll(page, 3);
    expect((await list({ regional_rule: mark, enabled: true })).total).toBe(5);
  });
  await test.step('enable', async () => {
    await caller.ask('/regionalRule/enable', { ids: [await idOf(1), await idOf(2)] });
    await enableSome(page, [1, 2]);
  });
  await test.step('delete', async () => {
    await moveTo(page, listUrl(mark));
    await expect(page.getByText(/of 1,005$/)).toBeVisible();
    await selectAll(page, '1,005');
    await deleteAll(page, await idOf(1004));
    expect((await list({ regional_rule: mark })).total).toBe(0);
  });
});

test('expired SIM cards are renewed from the list, several together', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/cardRenewal');
  await page.getByRole('textbox', { name: 'Lock' }).fill('SD2600002');
  const card = row(page, 'SD2600002');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(card.getByText(/^-\d+$/)).toBeVisible();
  await card.getByRole('button', { name: /^(More|Commands)/ }).click();
  await page.getByRole('menuitem', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Months/).fill('24');
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('SIM card renewed')).toBeVisible();
  await expect(card).toContainText('73');

  await page.getByRole('textbox', { name: 'Lock' }).fill('');
  await expect(rows(page).nth(2)).toBeVisible();
  const names = (await rows(page).locator('td:nth-child(2)').allInnerTexts()).slice(0, 3);
  const sns = names.map((name) => name.split(/\s/).at(-1) ?? '');
  for (const sn of sns) await page.getByLabel(`Select ${sn}`).click();
  await bar(page).getByRole('button', { name: 'Renew' }).click();
  await dialog.getByLabel(/^Months/).fill('61');
  await dialog.getByRole('button', { name: 'Renew (3)' }).click();
  await expect(dialog.getByText('Must be 60 or less')).toBeVisible();
  await dialog.getByLabel(/^Months/).fill('60');
  let calls = 0;
  await page.route('**/api/cardRenewal/renew', async (route) => {
    calls += 1;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Renew (3)' }).dblclick();
  await expect(page.getByText('3 SIM cards renewed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // Two clicks do not renew for ten years.
  expect(calls).toBe(1);
  const admin = await openCaller(console.url, 'admin');
  for (const sn of sns) {
    const { list } = await admin.ask('/cardRenewal/list', { sn });
    expect(list[0].days_left).toBeGreaterThan(5 * 365 - 30);
  }
});
