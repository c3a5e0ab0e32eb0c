import type { Page } from 'playwright/test';
import { violations } from './axe';
import { dialog, expect, head, heads, moveTo, pressTool, row, rows, test } from './console';

const search = (page: Page) => new URL(page.url()).searchParams;

/** Collects the list calls of devices from now on. */
const listsFrom = (page: Page) => {
  const bodies: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/device/list')) bodies.push(request.postDataJSON());
  });
  return bodies;
};

/**
 * Types into the first filter, presses Enter in it or presses a column's head, all in one task: React draws the result
 * of the events at once, and the router's new address only afterwards.
 */
const pressAtOnce = (page: Page, steps: readonly string[]) =>
  page.evaluate(async (each) => {
    const box = document.querySelector<HTMLInputElement>('[role=search] input');
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const step of each) {
      const head = [...document.querySelectorAll('th')].find((th) => th.innerText.includes(step));
      if (step === 'Enter') {
        box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      } else if (head) {
        head.querySelector<HTMLElement>('[role=button]')?.click();
      } else {
        value?.set?.call(box, step);
        box?.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await Promise.resolve();
    }
  }, steps);

/** Pages, filters and sorts the list. The server does the work, and the address shows the state. */
const orderRows = async (page: Page) => {
  const listBodies = listsFrom(page);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^21–40 of/)).toBeVisible();
  await head(page, 'SN').click();
  await expect.poll(() => search(page).get('sort')).toBe('sn');
  await expect(row(page, 'REPLAY01')).toBeVisible();
  // A request that has not left yet would be replaced by the next one.
  await expect.poll(() => listBodies.at(-1)?.sortField).toBe('sn');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  await expect(page.getByText('1–20 of 120')).toBeVisible();
  expect(listBodies.map(({ pageNum, sortField, sn }) => [pageNum, sortField, sn])).toEqual(
    expect.arrayContaining([
      [2, 'device_name', undefined],
      [1, 'sn', undefined],
      [1, 'sn', 'SD26'],
    ]),
  );
  await pressAtOnce(page, ['SD26x', 'Enter', 'SD26', 'Enter']);
  await head(page, 'Connection').click();
  await expect.poll(() => search(page).get('sort')).toBe('communicate_status');
  expect(search(page).get('filter')).toBe('{"sn":"SD26"}');
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26');
  await pressAtOnce(page, ['SD26000', 'Battery', 'Enter']);
  await expect(page.getByText('1–20 of 99')).toBeVisible();
  expect(search(page).get('sort')).toBe('electric');
  expect(search(page).get('filter')).toBe('{"sn":"SD26000"}');

  await head(page, 'Organisation').click();
  await head(page, 'Battery').focus();
  await page.keyboard.press('Shift+Enter');
  await expect(head(page, 'Battery')).toContainText('2');
  await head(page, 'Battery').click({ modifiers: ['Shift'] });
  await expect.poll(() => search(page).get('order')).toBe('ASC,DESC');
  expect(search(page).get('sort')).toBe('org_id,electric');
  await expect
    .poll(() => listBodies.map(({ sortField, sortOrder }) => `${sortField} ${sortOrder}`))
    .toContain('org_id,electric asc,desc');
};

const COLUMNS = ['Name', 'SN', 'Organisation', 'Battery', 'Lock status', 'Connection'];

/** Moves and shows columns by keyboard and by mouse. */
const arrangeColumns = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns' }).click();
  const up = page.getByRole('button', { name: 'Move Battery up' });
  await up.focus();
  await page.keyboard.press('Home');
  await expect(up).toBeFocused();
  await expect(page.getByText('Battery is now column 1 of 7')).toBeAttached();
  for (const place of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Move Battery down' }).click();
    await expect(page.getByText(`Battery is now column ${place} of 7`)).toBeAttached();
  }
  await page.getByLabel('Manufacturer', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Compact rows' }).click();
  expect(await violations(page, 'region')).toEqual([]);
  await page.keyboard.press('Escape');
  // The closing overlay still covers the heads and takes mouse events.
  await expect(page.locator('.MuiModal-root')).toHaveCount(0);
};

/** Resizes a column by mouse and by keyboard. The width survives a reload. */
const sizeColumn = async (page: Page) => {
  const name = page.getByRole('columnheader', { name: 'Name' });
  const width = async () => Math.round((await name.boundingBox())?.width ?? 0);
  // A column without a width of its own is as wide as the latest rows need.
  const auto = await width();
  await head(page, 'Name').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBeGreaterThan(auto + 8);
  const handle = page.locator('[data-width-handle="0"]');
  await handle.hover({ position: { x: 4, y: 10 } });
  const edge = await handle.boundingBox();
  const before = await width();
  await page.mouse.down();
  await page.mouse.move((edge?.x ?? 0) + 64, (edge?.y ?? 0) + 10, { steps: 6 });
  await page.mouse.up();
  await expect.poll(width).toBe(before + 60);
  await head(page, 'Name').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(width).toBe(before + 44);
  await page.reload();
  await expect.poll(width).toBe(before + 44);
  await expect(head(page, 'Battery')).toContainText('2');
  await expect(rows(page)).toHaveCount(20);
  // The head of a sorted column shows its rank below the name.
  const names = (await heads(page)).map((head) => head.split('\n')[0]);
  expect(names.slice(0, 6)).toEqual(COLUMNS);
  expect(names).toContain('Manufacturer');
  await handle.dblclick();
  await expect.poll(width).not.toBe(before + 44);
};

/** Saves a view that the list opens with, and shares it as a link. */
const useView = async (page: Page) => {
  await head(page, 'SN').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Organisation', { exact: true }).last().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  expect(await violations(page, 'region')).toEqual([]);
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  await page.keyboard.type('First hundred');
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'View: First hundred' });
  await button.click();
  await page.getByRole('menuitem', { name: 'Make default view' }).click();
  await expect(rows(page).first()).toContainText('SD2600001');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/deviceList');
  await expect(button).toBeVisible();
  await expect(page.getByText('1–20 of 99')).toBeVisible();
  expect(await heads(page)).not.toContain('Organisation');

  await head(page, 'Battery').click();
  const changed = page.getByRole('button', { name: 'View: First hundred (changed)' });
  await changed.click();
  await page.getByRole('menuitem', { name: 'Copy link to this list' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await changed.click();
  await page.getByRole('menuitem', { name: /^First hundred/ }).click();
  await expect(
    page.getByRole('button', { name: 'View: First hundred', exact: true }),
  ).toBeVisible();
  await moveTo(page, link);
  await expect(page.getByText('1–20 of 99')).toBeVisible();
  expect(search(page).get('sort')).toBe('electric');
  expect(await heads(page)).not.toContain('Organisation');

  await moveTo(page, '/deviceList?view=1');
  await page.getByRole('button', { name: /^View: First hundred/ }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
};

/** Sorts by several columns, and selects all matching rows from one card. */
const useOnPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // Other tests add locks with other names meanwhile.
  await moveTo(page, '/deviceList?filter={"sn":"SD26"}&sort=sn&order=DESC');
  await expect(page.getByRole('listitem').getByText('SD2600120', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByLabel('Sort by').click();
  await page.getByRole('option', { name: 'Organisation' }).click();
  await page.getByLabel('Then by').click();
  await page.getByRole('option', { name: 'Battery' }).click();
  await expect.poll(() => search(page).get('sort')).toBe('org_id,electric');
  await expect.poll(() => search(page).get('order')).toBe('DESC,ASC');
  await page.getByRole('button', { name: 'Ascending' }).click();
  await expect.poll(() => search(page).get('order')).toBe('DESC,DESC');
  await page.getByRole('button', { name: 'Remove from sort order' }).click();
  await expect.poll(() => search(page).get('sort')).toBe('org_id');
  await page.keyboard.press('Escape');
  // Otherwise the rows of the previous order would leave the page after they were selected.
  await moveTo(page, '/deviceList?filter={"sn":"SD26"}&sort=sn&order=ASC');
  await expect(page.getByRole('listitem').getByText('SD2600001', { exact: true })).toBeVisible();
  await page.getByLabel('Select SD2600001').click();
  await page.getByRole('button', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: 'Select all 120 matching rows' }).click();
  await expect(page.getByText('120 selected')).toBeVisible();
};

test('a list is sorted and saved as a view, which opens it and becomes a link', {
  tag: '@long',
}, async ({ page, console, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', '/deviceList');
  await expect(rows(page)).toHaveCount(20);
  await test.step('sorting', () => orderRows(page));
  await test.step('views', () => useView(page));
});

test('columns are moved, shown and resized; a phone sorts a list too', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/deviceList?sort=org_id,electric&order=ASC,DESC');
  await expect(rows(page)).toHaveCount(20);
  await test.step('columns', () => arrangeColumns(page));
  await test.step('widths', () => sizeColumn(page));
  await test.step('phone', () => useOnPhone(page));
});

test('Send says why it cannot send, and leads administrators to the mail accounts', async ({
  console,
  page,
}) => {
  await console.openAs('admin', '/deviceList');
  await pressTool(page, 'Send');
  await expect(dialog(page)).toContainText('No mail account is set, so no list can be sent.');
  expect(await violations(page)).toEqual([]);
  await dialog(page).getByRole('link', { name: 'SMS and mail > Mail accounts' }).click();
  await expect(page).toHaveURL(/\/emailKey/);
});
