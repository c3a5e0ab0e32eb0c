import type { Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import { violations } from './axe';
import { openCaller } from './caller';
import { dialog, expect, findDevice, head, heads, moveTo, rows, test } from './console';

const ORDERED = '/deviceList?sort=sn&order=ASC&filter={"sn":"SD26"}';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Closes the dialog or menu on top by key. */
const closeTop = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.locator('.MuiModal-root')).toHaveCount(0);
};

/** Focuses, selects, copies, opens and edits rows by keys alone. */
const useKeys = async (page: Page) => {
  await page.getByRole('heading', { name: 'Devices', level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'SN' })).toBeFocused();
  await page.keyboard.type('e/?');
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26e/?');
  await expect(page.getByText('No Data Found')).toBeVisible();
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  await expect(rows(page).first()).toContainText('SD2600001');

  await head(page, 'Last report').focus();
  await page.keyboard.press('Tab');
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Control+c');
  const lines = (await clipboard(page)).split('\n').map((line) => line.split('\t')[1]);
  expect(lines).toEqual(['SD2600002', 'SD2600003']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+c');
  expect(await clipboard(page)).toBe('SD2600003');
  await page.keyboard.press('End');
  await expect(rows(page).nth(19).locator('td').nth(2)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('SD2600020');
  await closeTop(page);
  await expect(rows(page).nth(19)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog')).toContainText('SD2600020');
  await closeTop(page);
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toContainText(/Edit .*SD2600020/);
  await closeTop(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await violations(page, 'region')).toEqual([]);
  await closeTop(page);
  // When the bar goes, its focus moves to the rows.
  await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(rows(page).nth(19)).toBeFocused();
};

/** Edits a value in its cell by F2 and by the pencil. A click beside the pencil opens the record. */
const editInCell = async (page: Page) => {
  const cell = rows(page).nth(3).locator('[data-cell="0"]');
  const input = page.locator('.MuiPopover-root').getByRole('textbox', { name: 'Name' });
  await rows(page).nth(3).focus();
  await page.keyboard.press('F2');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toBeFocused();
  await expect(input).toHaveCount(0);
  await page.keyboard.press('F2');
  await expect(input).toBeFocused();
  await closeTop(page);
  await expect(cell).toBeFocused();
  await cell.getByRole('button', { name: 'Edit Name' }).click();
  await expect(input).toBeFocused();
  await closeTop(page);
  for (const click of [() => cell.click(), () => cell.locator('.inline-value').click()]) {
    await click();
    await expect(page.getByRole('dialog')).toContainText('SD2600004');
    await expect(input).toHaveCount(0);
    await closeTop(page);
    // The focus returns to the row.
    await expect(page.locator('tr[data-index="3"]').locator(':scope:focus, :focus')).toHaveCount(1);
  }
};

/** Checks that row actions appear under the pointer and with the focus, and always on touch screens. */
const seeActions = async (page: Page) => {
  const actions = (at: number) => rows(page).nth(at).locator('.actions > div');
  const hidden = (at: number) => expect(actions(at)).toHaveCSS('opacity', '0');
  const expectActions = (at: number) => expect(actions(at)).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await rows(page).nth(2).focus();
  await expectActions(2);
  await hidden(4);
  await rows(page).nth(4).hover();
  await expectActions(4);
  await page.mouse.move(0, 0);
  await hidden(4);
  const session = await page.context().newCDPSession(page);
  const touched = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: true };
  await session.send('Emulation.setDeviceMetricsOverride', touched);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expectActions(4);
  await session.send('Emulation.clearDeviceMetricsOverride');
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
};

/** Copies a cell by its menu. Exports the rows in view, the selection, and all matching rows. */
const takeAway = async (page: Page) => {
  await moveTo(page, ORDERED);
  await expect(rows(page).first()).toContainText('SD2600001');
  await rows(page).nth(2).getByText('SD2600003').click({ button: 'right' });
  const copy = page.getByRole('menuitem', { name: /Copy value/ });
  await expect(copy).toBeVisible();
  expect(await violations(page, 'region')).toEqual([]);
  await copy.click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await clipboard(page)).toBe('SD2600003');

  const exported = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await press();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Device.*-\d{8}\.xlsx$/);
    const [titles = [], ...lines] = await readSheet(await file.path());
    return { titles: titles.map(String), lines };
  };
  const openMenu = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  await openMenu();
  expect(await violations(page, 'region')).toEqual([]);
  const inView = await exported(() =>
    page.getByRole('menuitem', { name: 'This page (20)' }).click(),
  );
  expect(inView.lines).toHaveLength(20);
  // The head of a column of times names the zone.
  const exportedTitles = inView.titles.map((title) => title.replace(/ \([\w/]+\)$/, ''));
  expect(exportedTitles).toEqual((await heads(page)).filter((title) => title !== 'Actions'));

  await page.getByLabel('Select SD2600002').click();
  await page.getByLabel('Select SD2600004').click();
  const two = await exported(() =>
    page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click(),
  );
  expect(two.lines.map(([, sn]) => sn)).toEqual(['SD2600002', 'SD2600004']);
  await page.getByRole('button', { name: 'Clear selection' }).click();

  const exportRequest = page.waitForRequest('**/device/export');
  await openMenu();
  await page.getByRole('menuitemcheckbox').click();
  await page.getByRole('menuitem', { name: 'All matching rows (120)' }).click();
  const body = (await exportRequest).postDataJSON();
  expect([body.job, body.columns, body.sn]).toEqual([true, undefined, 'SD26']);
  await openMenu();
  await page.getByRole('menuitemcheckbox', { name: 'Visible columns only' }).click();
  const { titles, lines } = await exported(() =>
    page.getByRole('menuitem', { name: 'All matching rows (120)' }).click(),
  );
  expect(lines).toHaveLength(120);
  const column = (name: string) => lines.map((cells) => cells[titles.indexOf(name)]);
  expect(column('SN')).toContain('SD2600120');
  expect(column('SIM card (ICCID)').every((cell) => typeof cell === 'string')).toBe(true);
  expect(column('Name').join()).toMatch(/[\u4e00-\u9fff]/);
};

/** Checks that a selection ends with the filter that hides it. */
const filterSelected = async (page: Page) => {
  await rows(page).nth(1).getByRole('checkbox').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await findDevice(page, 'SD2600050');
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  await expect(page.getByText('1–20 of 120')).toBeVisible();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
};

/** Changes a field of all matching records. Those that cannot be changed are named, and can be retried. */
const changeAll = async (page: Page) => {
  await moveTo(page, '/deviceList?filter={"sn":"SD26001"}');
  await expect(page.getByText('1–20 of 21')).toBeVisible();
  await page.getByLabel('Select all rows on this page').click();
  await expect(page.getByText('20 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 21 matching rows' }).click();
  await expect(page.getByText('21 selected')).toBeVisible();
  expect(await violations(page, 'region')).toEqual([]);
  let refused = 0;
  await page.route('**/device/update', async (route) => {
    if (route.request().postDataJSON().id % 5 > 0 || refused === 2) return route.continue();
    refused++;
    const verify = { sign: 'conflict', desc: 'Held by somebody else' };
    return route.fulfill({ json: { verify, data: null } });
  });
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Choose a field' }).click();
  await page.getByRole('menuitem', { name: 'Used by', exact: true }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Used by' })).toBeFocused();
  await page.keyboard.type('Night shift');
  const change = dialog(page).getByRole('button', { name: 'Change 21 records' });
  // The button is coloured only when there is a change.
  await expect(change).toBeEnabled();
  expect(await violations(page, 'region')).toEqual([]);
  await change.click();
  await expect(dialog(page)).toContainText('19 records changed. 2 records failed.');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await expect(dialog(page).getByRole('listitem').first()).toContainText(
    /SD26001\d\d.*Held by somebody/s,
  );
  await dialog(page).getByRole('button', { name: 'Retry 2 records' }).click();
  await expect(dialog(page)).toContainText('2 records changed.');
  await closeTop(page);
  await page.getByRole('button', { name: 'Clear selection' }).click();
};

test('rows are selected by keyboard, edited in place, and changed in bulk', {
  tag: '@long',
}, async ({ page, console, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', ORDERED);
  await expect(rows(page).first()).toContainText('SD2600001');
  await test.step('keys', () => useKeys(page));
  await test.step('cells', () => editInCell(page));
  await test.step('selection', () => filterSelected(page));
  await test.step('bulk changes', () => changeAll(page));
  const admin = await openCaller(console.url, 'admin');
  const { list } = await admin.ask('/device/list', { sn: 'SD26001', pageSize: 50 });
  const users = list.map(({ subjectName }: { subjectName: string }) => subjectName);
  expect(users).toEqual(Array.from({ length: 21 }, () => 'Night shift'));
});

test('rows show their actions on hover; values and rows are copied and exported', {
  tag: '@long',
}, async ({ page, console, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', ORDERED);
  await expect(rows(page).first()).toContainText('SD2600001');
  await test.step('actions', () => seeActions(page));
  await test.step('copies and exports', () => takeAway(page));
});
