import type { Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import { violations } from './axe';
import { openCaller } from './caller';
import { expect, findDevice, head, heads, moveTo, row, rows, test } from './console';

const search = (page: Page) => new URL(page.url()).searchParams;
const selectPage = (page: Page) => page.getByLabel('Select all rows in view').click();

/** What the server is asked while something is done. */
const listsDuring = async (page: Page, work: () => Promise<void>) => {
  const asked: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/device/list')) asked.push(request.postDataJSON());
  });
  await work();
  return asked;
};

/** Writes into the dialog that changes one field of the chosen rows. */
const changeMany = async (page: Page, field: string, value: string) => {
  await page.getByRole('toolbar').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pick a field' }).click();
  await page.getByRole('menuitem', { name: field, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: field })).toBeFocused();
  await page.keyboard.type(value);
};

test('all matching rows are edited at once; what cannot be changed is named, and tried again', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD260');
  await expect(page.getByText('1–20 of 120')).toBeVisible();
  await selectPage(page);
  await expect(page.getByText('20 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 120 that match' }).click();
  await expect(page.getByText('120 selected')).toBeVisible();

  const dialog = page.getByRole('dialog');
  await changeMany(page, 'User', 'Night shift');
  await dialog.getByRole('button', { name: 'Change 120 records' }).click();
  await expect(dialog.getByText('120 records changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await findDevice(page, 'SD2600101');
  await row(page, 'SD2600101').getByText('SD2600101').click();
  await expect(dialog).toContainText('Night shift');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('textbox', { name: 'SN' }).fill('SD260001');
  await expect(page.getByText(/of 10$/)).toBeVisible();
  let refused = 0;
  await page.route('**/device/update', async (route) => {
    if (route.request().postDataJSON().id % 5 === 0 && refused < 2) {
      refused++;
      const verify = { sign: 'conflict', desc: 'Held by somebody else' };
      return route.fulfill({ json: { verify, data: null } });
    }
    return route.continue();
  });
  await selectPage(page);
  await changeMany(page, 'Name', 'Together');
  await dialog.getByRole('button', { name: 'Change 10 records' }).click();
  await expect(dialog).toContainText('8 records changed. 2 records failed.');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('listitem').first()).toContainText(/SD260001\d.*Held by somebody/s);
  await dialog.getByRole('button', { name: 'Try 2 again' }).click();
  await expect(dialog).toContainText('2 records changed.');
});

test('several columns order the list, the address says so, and a filter that follows before it is drawn stays', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  const asked = await listsDuring(page, async () => {
    await head(page, 'Organisation').click();
    await head(page, 'Battery').focus();
    await page.keyboard.press('Shift+Enter');
    await expect(head(page, 'Battery')).toContainText('2');
    await head(page, 'Battery').click({ modifiers: ['Shift'] });
    await expect.poll(() => search(page).get('order')).toBe('ASC,DESC');
  });
  expect(search(page).get('sort')).toBe('org_id,electric');
  await expect
    .poll(() => asked.map(({ sortField, sortOrder }) => `${sortField} ${sortOrder}`))
    .toContain('org_id,electric asc,desc');
  await page.reload();
  await expect(head(page, 'Battery')).toContainText('2');
  await expect(rows(page)).toHaveCount(20);

  await head(page, 'SN').click();
  await expect.poll(() => search(page).get('sort')).toBe('sn');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  await expect(page.getByText('1–20 of 120')).toBeVisible();
  // All in one task: React draws what the events set at once, and the router's new address only afterwards.
  await page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('[role=search] input');
    const battery = [...document.querySelectorAll('th')].find((th) => /Battery/.test(th.innerText));
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    value?.set?.call(box, 'SD26000');
    box?.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    battery?.querySelector<HTMLElement>('[role=button]')?.click();
    await Promise.resolve();
    box?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  });
  await expect(page.getByText('1–20 of 99')).toBeVisible();
  expect(search(page).get('sort')).toBe('electric');
  expect(search(page).get('filter')).toBe('{"sn":"SD26000"}');
});

test('columns are chosen, moved and sized by mouse and by keyboard, and stay so', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('button', { name: 'Columns' }).click();
  const handle = page.getByRole('button', { name: 'Move Battery' });
  await handle.focus();
  await page.keyboard.press('Home');
  await expect(handle).toBeFocused();
  await expect(page.getByText('Battery is now column 1 of 7')).toBeAttached();
  const drop = await page.getByRole('button', { name: 'Move Organisation' }).boundingBox();
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move((drop?.x ?? 0) + 5, (drop?.y ?? 0) + 5, { steps: 6 });
  await page.mouse.up();
  await page.getByLabel('Manufacturer', { exact: true }).last().click();
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await page.keyboard.press('Escape');
  // What leaves still lies over the heads, and takes what the mouse does.
  await expect(page.locator('.MuiModal-root')).toHaveCount(0);
  const order = ['SN', 'Name', 'Organisation', 'Battery', 'Lock status', 'Connection'];
  expect((await heads(page)).slice(0, 6)).toEqual(order);
  expect(await heads(page)).toContain('Manufacturer');

  const name = page.getByRole('columnheader', { name: 'Name' });
  const width = async () => Math.round((await name.boundingBox())?.width ?? 0);
  const handleOfWidth = page.locator('[data-width-handle="1"]');
  await handleOfWidth.hover({ position: { x: 4, y: 10 } });
  const edge = await handleOfWidth.boundingBox();
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
  expect((await heads(page)).slice(0, 6)).toEqual(order);
  expect(await heads(page)).toContain('Manufacturer');
  await handleOfWidth.dblclick();
  await expect.poll(width).not.toBe(before + 44);
});

test('a view holds filters, order and columns, opens the list, and travels as a link', async ({
  page,
  console,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26000');
  await head(page, 'SN').click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByLabel('Organisation', { exact: true }).last().click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await page.keyboard.type('First hundred');
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'View: First hundred' });
  await button.click();
  await page.getByRole('menuitem', { name: 'Open the list with this view' }).click();
  await expect(rows(page).first()).toContainText('SD2600001');

  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/deviceList');
  await expect(button).toBeVisible();
  await expect(page.getByText('1–20 of 99')).toBeVisible();
  expect(await heads(page)).not.toContain('Organisation');

  await head(page, 'Battery').click();
  const changed = page.getByRole('button', { name: 'View: First hundred (changed)' });
  await changed.click();
  await page.getByRole('menuitem', { name: 'Copy a link to this list' }).click();
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

  await page.goto('/deviceList?view=1');
  await page.getByRole('button', { name: /^View: First hundred/ }).click();
  await page.getByRole('menuitem', { name: 'Delete the view' }).click();
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible();
});

test('rows are reached, selected, copied, opened and edited by the keyboard', async ({
  page,
  console,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', '/deviceList?sort=sn&order=ASC&filter={"sn":"SD26"}');
  await expect(rows(page).first()).toContainText('SD2600001');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  await page.getByText(/^[\d,]+ records$/).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'SN' })).toBeFocused();
  await page.keyboard.type('e/?');
  await expect(page.getByRole('textbox', { name: 'SN' })).toHaveValue('SD26e/?');
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
  const lines = (await clipboard()).split('\n').map((line) => line.split('\t')[0]);
  expect(lines).toEqual(['SD2600002', 'SD2600003']);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+c');
  expect(await clipboard()).toBe('SD2600003');
  await page.keyboard.press('End');
  await expect(rows(page).nth(19).locator('td').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('SD2600020');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rows(page).nth(19)).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog')).toContainText('SD2600020');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toContainText('Edit: SD2600020');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');

  await test.step('the focus of the bar goes to the rows when it goes', async () => {
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(rows(page).nth(19)).toBeFocused();
  });
  await test.step('what can be done with a row shows under the pointer and with the focus', async () => {
    const hidden = (at: number) =>
      expect(rows(page).nth(at).locator('.actions > div')).toHaveCSS('opacity', '0');
    const shown = (at: number) =>
      expect(rows(page).nth(at).locator('.actions > div')).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await rows(page).nth(2).focus();
    await shown(2);
    await hidden(4);
    await rows(page).nth(4).hover();
    await shown(4);
    await page.mouse.move(0, 0);
    await hidden(4);
    // A finger neither hovers nor tabs.
    const session = await context.newCDPSession(page);
    const touched = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: true };
    await session.send('Emulation.setDeviceMetricsOverride', touched);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await shown(4);
    await session.send('Emulation.clearDeviceMetricsOverride');
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  });
  await test.step('a selection ends with the filter that hid it', async () => {
    await rows(page).nth(1).getByRole('checkbox').check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await findDevice(page, 'SD2600050');
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
    await expect(page.getByText('1–20 of 120')).toBeVisible();
    await expect(page.getByRole('toolbar')).toHaveCount(0);
  });
});

test('of a long page only the rows in view are drawn, under a head that stays where the top bar scrolls away', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList?sort=sn&order=ASC&filter={"sn":"SD26"}');
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '200 / page' }).click();
  await expect(page.getByText('1–120 of 120')).toBeVisible();
  const table = page.getByRole('table', { name: 'Device' });
  await expect(table).toHaveAttribute('aria-rowcount', '121');
  await expect.poll(() => rows(page).count()).toBeLessThan(80);
  await rows(page).first().focus();
  await page.keyboard.press('End');
  const last = page.getByRole('row').filter({ hasText: 'SD2600120' });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await expect(last).toHaveAttribute('aria-rowindex', '121');
  await expect(page.getByRole('columnheader', { name: 'Battery' })).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(row(page, 'SD2600001')).toBeFocused();

  await page.setViewportSize({ width: 1440, height: 560 });
  const top = async () => (await page.getByRole('banner').boundingBox())?.y ?? 0;
  await page.mouse.move(800, 300);
  await page.mouse.wheel(0, 300);
  expect(await top()).toBe(0);
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').last().click();
  await page.getByRole('menuitem', { name: 'Theme and layout size' }).click();
  const settings = page.getByRole('dialog', { name: 'Page style settings' });
  await settings.getByRole('switch', { name: 'Fixed header' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  // Over the rows the wheel turns the rows first.
  await page.mouse.move(800, 120);
  await page.mouse.wheel(0, 300);
  await expect.poll(top).toBeLessThan(-49);
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.mouse.move(800, 400);
  await page.mouse.wheel(0, 30_000);
  await expect(last).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Battery' })).toBeInViewport();
});

test('a cell is copied from the menu over it; the rows in view, the selection and all matching are exported', async ({
  page,
  console,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await console.openAs('admin', '/deviceList?sort=sn&order=ASC&filter={"sn":"SD26"}');
  await expect(page.getByText('1–20 of 120')).toBeVisible();
  await rows(page).nth(2).getByText('SD2600003').click({ button: 'right' });
  await page.getByRole('menuitem', { name: /Copy the value/ }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('SD2600003');

  const exported = async (press: () => Promise<void>) => {
    const download = page.waitForEvent('download');
    await press();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Device.*-\d{8}\.xlsx$/);
    const [titles = [], ...lines] = await readSheet(await file.path());
    return { titles: titles.map(String), lines };
  };
  const page1 = await exported(async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'This page (20)' }).click();
  });
  expect(page1.lines).toHaveLength(20);
  expect(page1.titles).toEqual(await heads(page).then((all) => all.filter((h) => h !== 'Actions')));

  await page.getByLabel('Select SD2600002').click();
  await page.getByLabel('Select SD2600004').click();
  const two = await exported(() =>
    page.getByRole('toolbar').getByRole('button', { name: 'Export' }).click(),
  );
  expect(two.lines.map(([sn]) => sn)).toEqual(['SD2600002', 'SD2600004']);
  await page.getByRole('button', { name: 'Clear selection' }).click();

  const asked = page.waitForRequest('**/device/export');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitemcheckbox').click();
  await page.getByRole('menuitem', { name: 'All matching (120)' }).click();
  const body = (await asked).postDataJSON();
  expect([body.job, body.columns, body.sn]).toEqual([true, undefined, 'SD26']);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Only the columns in view' }).click();
  const { titles, lines } = await exported(() =>
    page.getByRole('menuitem', { name: 'All matching (120)' }).click(),
  );
  expect(lines).toHaveLength(120);
  const column = (name: string) => lines.map((cells) => cells[titles.indexOf(name)]);
  expect(column('SN')).toContain('SD2600120');
  expect(column('SIM card (ICCID)').every((cell) => typeof cell === 'string')).toBe(true);
  expect(column('Name').join()).toMatch(/[\u4e00-\u9fff]/);
});

test('deleting many leaves what is refused, with the reason', async ({ page, console }) => {
  // One that is needed, and that nothing else in this run needs.
  const caller = await openCaller(console.url, 'admin');
  const values = { factoryCode: 'E2E-0', factoryName: 'Maker E2E-0' };
  const { id } = await caller.ask('/factory/add', values);
  await caller.ask('/device/add', { sn: 'OF-E2E-0', org_id: 2, factory_id: id });
  await console.openAs('admin', '/factoryList');
  const add = async (code: string) => {
    await page.getByRole('button', { name: 'New' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Code/).fill(code);
    await dialog.getByLabel(/^Manufacturer/).fill(`Maker ${code}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('E2E-1');
  await add('E2E-2');
  await page.getByRole('textbox', { name: 'Code' }).fill('E2E-');
  await expect(rows(page)).toHaveCount(3);
  await selectPage(page);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('2 records deleted.');
  await expect(dialog).toContainText('Maker E2E-0');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Maker E2E-1')).toBeHidden();
});

test.describe('what a list opens', () => {
  test('is accessible', async ({ page, console }) => {
    await console.openAs('admin', '/deviceList?sort=org_id,sn&order=ASC,DESC');
    await expect(rows(page)).toHaveCount(20);
    const found: Record<string, string[]> = {};
    const look = async (name: string) => {
      // A menu lies outside of the page's landmarks.
      const here = await violations(page, 'region');
      if (here.length > 0) found[name] = here;
    };
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(page.locator('.MuiModal-root')).toHaveCount(0);
    };
    for (const button of ['Columns', 'Views', 'Export', 'Keyboard']) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await look(button);
      await close();
    }
    await rows(page).nth(1).getByText('Harbour Logistics').first().click({ button: 'right' });
    await look('menu over a cell');
    await close();
    await selectPage(page);
    await look('selected');
    await page.getByRole('toolbar').getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'User', exact: true }).click();
    // It takes on its colour once there is something to change.
    await expect(page.getByRole('button', { name: /^Change \d+ records$/ })).toBeEnabled();
    await look('edit many');
    await close();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('combobox', { name: 'Rows per page' }).click();
    await page.getByRole('option', { name: '200 / page' }).click();
    await expect(page.getByText(/^1–1\d\d of/)).toBeVisible();
    // The row that came under the pointer is on its way to another colour.
    await page.mouse.move(720, 2);
    await look('long page');
    expect(found).toEqual({});
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the order is picked by several columns, and all matching are selected from one card', async ({
    page,
    console,
  }) => {
    // Others add locks of other names meanwhile.
    await console.openAs('admin', '/deviceList?filter={"sn":"SD26"}');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByLabel('Sort by').click();
    await page.getByRole('option', { name: 'Organisation' }).click();
    await page.getByLabel('Then by').click();
    await page.getByRole('option', { name: 'Battery' }).click();
    await expect.poll(() => search(page).get('sort')).toBe('org_id,electric');
    await expect.poll(() => search(page).get('order')).toBe('DESC,ASC');
    await page.getByRole('button', { name: 'Ascending' }).click();
    await expect.poll(() => search(page).get('order')).toBe('DESC,DESC');
    await page.getByRole('button', { name: 'Remove from the order' }).click();
    await expect.poll(() => search(page).get('sort')).toBe('org_id');
    await page.keyboard.press('Escape');
    await page
      .getByLabel(/^Select /)
      .first()
      .click();
    await page.getByRole('button', { name: 'Select all rows in view' }).click();
    await page.getByRole('button', { name: 'Select all 120 that match' }).click();
    await expect(page.getByText('120 selected')).toBeVisible();
  });
});
