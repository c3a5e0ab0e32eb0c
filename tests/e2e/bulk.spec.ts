import type { Page } from 'playwright/test';
import { type Caller, openCaller } from './caller';
import { expect, row, rows, test } from './console';

/** More than one call may name, and more than one page holds. */
const MANY = 1_005;
/** Told apart from what other runs on the same server made. */
const mark = Date.now().toString().slice(-6);
const nameOf = (n: number) => `Bulk ${mark} ${String(n).padStart(4, '0')}`;

const bar = (page: Page) => page.getByRole('toolbar');
const listUrl = (filter: object) =>
  `/regionalRuleList?sort=regional_rule&order=ASC&filter=${JSON.stringify(filter)}`;

const selectAll = async (page: Page, total: string) => {
  await page.getByLabel('Select all rows in view').click();
  await page.getByRole('button', { name: `Select all ${total} that match` }).click();
  await expect(page.getByText(`${total} selected`)).toBeVisible();
};

test.describe('more records than one call takes', () => {
  test.describe.configure({ mode: 'serial' });
  let caller: Caller;

  test.beforeAll(async ({ baseURL }) => {
    caller = await openCaller(baseURL ?? '', 'admin');
    const head = [
      'Rule',
      'Organisation',
      'Enabled',
      'Unblock automatically',
      'Latitude',
      'Longitude',
      'Radius',
    ];
    const rules = Array.from({ length: MANY }, (_, i) => [
      nameOf(i + 1),
      'Harbour Logistics 港湾物流',
      'Yes',
      'No',
      22.5,
      114,
      300,
    ]);
    expect(await caller.importRows('regionalRule', [head, ...rules])).toMatchObject({
      added: MANY,
    });
  });

  const idOf = async (n: number): Promise<number> =>
    (await caller.ask('/regionalRule/list', { regional_rule: nameOf(n) })).list[0].id;

  test('are scrolled through to the last, by wheel and by keyboard', async ({ page, console }) => {
    await console.openAs('harbour', listUrl({ regional_rule: `Bulk ${mark}` }));
    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '1000 / page' }).click();
    await expect(page.getByText('1–1,000 of 1,005')).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(100);
    await rows(page).first().hover();
    await page.mouse.wheel(0, 1_000_000);
    await expect(row(page, nameOf(1000))).toBeInViewport();
    await page.mouse.wheel(0, -1_000_000);
    await expect(row(page, nameOf(1))).toBeInViewport();
    await rows(page).first().focus();
    await page.keyboard.press('End');
    await expect(row(page, nameOf(1000))).toBeFocused();
    await expect(row(page, nameOf(1000))).toHaveAttribute('aria-rowindex', '1001');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(nameOf(1000));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page.getByText('1,001–1,005 of 1,005')).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(row(page, nameOf(MANY))).toBeInViewport();
  });

  test('are not offered again for an action that the line broke off', async ({ page, console }) => {
    await console.openAs('harbour', listUrl({ regional_rule: `Bulk ${mark}` }));
    await selectAll(page, '1,005');
    await page.route('**/api/regionalRule/disable', (route) =>
      route.request().postDataJSON().ids.length === 5 ? route.abort() : route.continue(),
    );
    await bar(page).getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disable: 1005 records' }).click();
    await expect(dialog).toContainText('Done for 1000 records');
    await expect(dialog).toContainText('The server cannot be reached.');
    await expect(dialog.getByRole('button', { name: /^Disable/ })).toHaveCount(0);
    const { list } = await caller.ask('/regionalRule/list', {
      regional_rule: `Bulk ${mark}`,
      enabled: false,
      pageSize: 1000,
    });
    expect(list).toHaveLength(1000);
    await caller.ask('/regionalRule/enable', { ids: list.map(({ id }: { id: number }) => id) });
  });

  test('have an action done with all that can take it, the others named', async ({
    page,
    console,
  }) => {
    await console.openAs('harbour', listUrl({ regional_rule: `Bulk ${mark}` }));
    await selectAll(page, '1,005');
    // Somebody else is faster with two of them.
    await caller.ask('/regionalRule/disable', { ids: [await idOf(3), await idOf(1004)] });

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sizes: number[] = [];
    await page.route('**/api/regionalRule/disable', async (route) => {
      sizes.push(route.request().postDataJSON().ids.length);
      if (sizes.length === 2) await held;
      await route.continue();
    });
    await bar(page).getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Disable: 1005 records' }).click();
    await expect(dialog.getByRole('status')).toContainText('1000 of 1005');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await expect(dialog).toContainText('Done for 1003 records');
    await expect(dialog).toContainText('Failed for 2 records');
    expect(sizes).toEqual([1000, 5]);
    await expect(dialog.getByRole('listitem')).toHaveText([
      `${nameOf(3)} Not possible in its present state (Enabled)`,
      `${nameOf(1004)} Not possible in its present state (Enabled)`,
    ]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const { total } = await caller.ask('/regionalRule/list', {
      regional_rule: `Bulk ${mark}`,
      enabled: true,
    });
    expect(total).toBe(0);
  });

  test('that cannot take an action are left out before it is done', async ({ page, console }) => {
    await caller.ask('/regionalRule/enable', { ids: [await idOf(1), await idOf(2)] });
    await console.openAs('harbour', listUrl({ regional_rule: `Bulk ${mark} 000` }));
    await expect(rows(page)).toHaveCount(9);
    await page.getByLabel('Select all rows in view').click();
    await bar(page).getByRole('button', { name: 'Enable' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('2 records are left out');
    await expect(dialog).toContainText(`${nameOf(1)}, ${nameOf(2)}`);
    const sent = page.waitForRequest('**/api/regionalRule/enable');
    await dialog.getByRole('button', { name: 'Enable: 7 records' }).click();
    expect((await sent).postDataJSON().ids).toHaveLength(7);
    await expect(dialog).toHaveCount(0);
    await expect(rows(page).filter({ hasText: 'Yes' })).toHaveCount(9);
  });

  test('are deleted, but those that somebody needs', async ({ page, console }) => {
    await console.openAs('harbour', listUrl({ regional_rule: `Bulk ${mark}` }));
    await selectAll(page, '1,005');
    const gone = await idOf(7);
    await page.route('**/api/regionalRule/delete', async (route) => {
      const { ids } = route.request().postDataJSON();
      if (!ids.includes(gone)) return route.continue();
      const verify = { sign: 'conflict', desc: 'Still needed at the gate' };
      return route.fulfill({ json: { verify, data: null } });
    });
    await bar(page).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Delete 1005 records?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText('1004 records deleted.');
    await expect(question.getByRole('alert')).toContainText('Still needed at the gate');
    await expect(question).toContainText(nameOf(7));
    await page.unroute('**/api/regionalRule/delete');
    await question.getByRole('button', { name: 'Try again' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByText('No Data Found')).toBeVisible();
    const { total } = await caller.ask('/regionalRule/list', { regional_rule: `Bulk ${mark}` });
    expect(total).toBe(0);
  });
});

test('an expired SIM card is renewed from the list, several together', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/cardRenewal');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD2600002');
  const card = row(page, 'SD2600002');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(card).toContainText('Expired');
  await card.getByRole('button', { name: /^(More|Commands)/ }).click();
  await page.getByRole('menuitem', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Months/).fill('24');
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('Renew: done')).toBeVisible();
  await expect(card).toContainText('73');
  await expect(card).not.toContainText('Expired');

  await page.getByRole('textbox', { name: 'SN' }).fill('');
  await expect(rows(page).nth(2)).toBeVisible();
  const sns = (await rows(page).locator('td:nth-child(2)').allInnerTexts()).slice(0, 3);
  for (const sn of sns) await page.getByLabel(`Select ${sn}`).click();
  await bar(page).getByRole('button', { name: 'Renew' }).click();
  await dialog.getByLabel(/^Months/).fill('61');
  await dialog.getByRole('button', { name: 'Renew: 3 records' }).click();
  await expect(dialog.getByText('Must be 60 or less')).toBeVisible();
  await dialog.getByLabel(/^Months/).fill('60');
  let calls = 0;
  await page.route('**/api/cardRenewal/renew', async (route) => {
    calls += 1;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Renew: 3 records' }).dblclick();
  await expect(page.getByText('Renew: done with 3 records')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // Two clicks are not ten years.
  expect(calls).toBe(1);
  const admin = await openCaller(console.url, 'admin');
  for (const sn of sns) {
    const { list } = await admin.ask('/cardRenewal/list', { sn });
    expect(list[0].days_left).toBeGreaterThan(5 * 365 - 30);
  }
});
