import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { buildProject } from './buildProject';
import {
  dialog,
  expect,
  fillLogin,
  head,
  moveTo,
  row,
  rows,
  save,
  test,
  turnToChinese,
} from './console';
import { type ForeignServer, startForeignServer } from './foreign/foreignServer';

/** Adds a customer's declarations to the shipped configuration. */
const configure = (config: string) =>
  config
    // The customer's device replaces the shipped one.
    .replace('...resources.device,', '...device,')
    .replace('entities: [', 'entities: [yard,')
    .replace('pages: {', 'wire,\n  pages: {');

test.describe('a server by another author', () => {
  // The tests share a build.
  test.describe.configure({ mode: 'default' });
  let root: string;
  let server: ForeignServer;

  test.beforeAll(async () => {
    root = await buildProject({
      declarations: 'tests/e2e/foreign/yard.ts',
      names: ['device', 'wire', 'yard'],
      configure,
      clientOnly: true,
    });
  });
  test.afterAll(async () => rm(root, { recursive: true, force: true }));
  test.beforeEach(async () => {
    server = await startForeignServer(join(root, 'dist/client'));
  });
  test.afterEach(async () => {
    await server.stop();
  });

  const signIn = async (page: Page, path: string, name = 'keeper') => {
    await page.goto(server.url + path);
    await fillLogin(page, name, server.password);
    await expect(page).toHaveURL(server.url + path);
    await expect(page.locator('main')).toBeVisible();
  };
  /** Returns the bodies of the calls to a path, without the common fields. */
  const bodies = (path: string) =>
    server.receivedCalls
      .filter((call) => call.path === path)
      .map(({ body: { langue: _, timestamp: __, sign: ___, ...own } }) => own);
  const last = (path: string) => bodies(path).at(-1);

  /** Checks paging, sorting and filters by the server's own names. */
  const askForPages = async (page: Page) => {
    const path = '/site/yard/page';
    const order = { orderBy: 'yardName', direction: 'ascend' };
    await expect(page.getByText('1–20 of 45')).toBeVisible();
    expect(last(path)).toEqual({ current: 0, size: 20, ...order });
    await expect(rows(page).first()).toContainText('Yard 01');
    await expect(rows(page).first()).toContainText('Foreign Port');

    await page.getByRole('button', { name: 'Page 3' }).click();
    await expect(page.getByText('41–45 of 45')).toBeVisible();
    expect(last(path)).toEqual({ current: 2, size: 20, ...order });
    await expect(rows(page)).toHaveCount(5);

    await head(page, 'Capacity').click();
    await expect(rows(page).first()).toContainText('Yard 45');
    // The server sorts by one field only.
    await head(page, 'Yard').click({ modifiers: ['Shift'] });
    await expect.poll(() => last(path)?.orderBy).toBe('yardName');
    expect(bodies(path).filter(({ orderBy }) => String(orderBy).includes(','))).toEqual([]);

    await page.getByRole('textbox', { name: 'Yard' }).fill('Yard 1');
    await expect(page.getByText('1–10 of 10')).toBeVisible();
    expect(last(path)).toMatchObject({ yardName: 'Yard 1', current: 0 });
    const january = Date.UTC(2026, 0, 1, 12);
    const filter = { opened_from: january, opened_to: january + 3 * 86_400_000 };
    await moveTo(page, `/yardList?filter=${JSON.stringify(filter)}`);
    await expect(page.getByText('1–3 of 3')).toBeVisible();
    expect(last(path)).toMatchObject({
      openedBegin: filter.opened_from,
      openedEnd: filter.opened_to,
    });
  };

  test('signs operators in, shows the granted menus, and uses its own names for pages', async ({
    page,
  }) => {
    await page.goto(`${server.url}/yardList`);
    await fillLogin(page, 'keeper', 'Wrong123');
    await expect(page.getByRole('alert')).toContainText('This is not your password');
    await fillLogin(page, 'keeper', server.password);
    await expect(page).toHaveURL(`${server.url}/yardList`);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link')).toHaveText([
      'Map',
      'Home',
      'Yard',
      'Old report',
      'Devices',
    ]);
    await expect(page.getByText('Foreign Port').first()).toBeVisible();
    await expect(page).toHaveTitle(/Foreign yards/);
    await test.step('pages', () => askForPages(page));

    await menu.getByRole('link', { name: 'Old report' }).click();
    await expect(page.locator('main')).toContainText('report/legacy');
    await page.reload();
    await expect(page.locator('main')).toContainText('report/legacy');
    await moveTo(page, '/nowhere');
    await expect(page).toHaveURL(`${server.url}/404`);
  });

  /** Deletes records, and shows the server's own refusals. */
  const deleteYards = async (page: Page, yardId: unknown) => {
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: 'Delete A new yard' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, 'A new yard')).toHaveCount(0);
    await expect.poll(() => last('/site/yard/remove')).toEqual({ idList: [yardId] });

    for (const name of ['Yard 01', 'Yard 02', 'Yard 03']) {
      await page.getByLabel(`Select ${name}`).click();
    }
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText('2 records deleted.');
    await expect(question).toContainText('This yard is being counted');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('1–20 of 43')).toBeVisible();
    expect(server.yards.names().slice(0, 2)).toEqual(['Yard 01', 'Yard 04']);
  };

  /** Edits a yard in its list cell, and checks the call. */
  const editCell = async (page: Page) => {
    await row(page, 'Yard 04').getByRole('button', { name: 'Edit Capacity' }).click();
    await page.locator('.MuiPopover-root').getByRole('textbox').fill('970');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Yard 04')).toContainText('970');
    expect(last('/site/yard/modify')).toEqual({ capacity: 970, yardId: '1790000000000000004' });
  };

  /** Checks that the server gets the language of the console. */
  const useChinese = async (page: Page) => {
    await turnToChinese(page);
    await expect(page.getByRole('link', { name: '堆场' }).first()).toBeVisible();
    await page.getByRole('button', { name: /删除 ?Yard 01/ }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: '删除' }).click();
    await expect(question).toContainText('堆场正在盘点');
    expect(server.receivedCalls.at(-1)?.body.langue).toBe('zh_CN');
    await question.getByRole('button', { name: '关闭' }).click();
    await expect(row(page, 'Yard 01')).toBeVisible();
  };

  test('adds, changes and deletes records, with its own texts for refusals', async ({ page }) => {
    await signIn(page, '/yardList');
    await page.getByRole('button', { name: 'New' }).click();
    await save(page);
    await expect(dialog(page).getByText('Required')).toBeVisible();
    await dialog(page).getByLabel(/^Yard/).fill('Yard 01');
    await dialog(page)
      .getByLabel(/^Company/)
      .click();
    await page.getByRole('option', { name: 'Dry Port' }).click();
    await save(page);
    await expect(dialog(page).getByRole('alert')).toContainText('There is a yard of this name');
    await dialog(page).getByLabel(/^Yard/).fill('A new yard');
    await save(page);
    await expect(dialog(page)).toHaveCount(0);
    expect(last('/site/yard/save')).toEqual({ yardName: 'A new yard', org_id: 12 });
    await expect(row(page, 'A new yard')).toContainText('Dry Port');

    await page.getByRole('button', { name: 'Edit A new yard' }).click();
    await expect(dialog(page).getByLabel(/^Company/)).toHaveValue('Dry Port');
    await dialog(page)
      .getByLabel(/^Capacity/)
      .fill('250');
    await save(page);
    await expect(row(page, 'A new yard')).toContainText('250');
    const { yardId, ...changes } = last('/site/yard/modify') ?? {};
    expect(changes).toEqual({ capacity: 250 });
    expect(yardId).toBe('1790000000000000046');

    await row(page, 'A new yard').click();
    await expect(page).toHaveURL(/show=1790000000000000046$/);
    await page.reload();
    await expect(dialog(page)).toContainText('250');
    expect(last('/site/yard/detail')).toEqual({ yardId });
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await test.step('deleted', () => deleteYards(page, yardId));
    await test.step('edited in place', () => editCell(page));
    await test.step('in Chinese', () => useChinese(page));
  });

  /** Downloads an export, and shows a refusal for five seconds. */
  const exportYards = async (page: Page) => {
    const path = '/site/yard/download';
    const all = page.getByRole('menuitem', { name: 'All matching rows (45)' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await all.click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('堆场 yards.csv');
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^\ufeffYard 01,100\r\n/);
    expect(last(path)).not.toHaveProperty('job');

    server.failing.set(path, ['E3001', 'The month is closed <b>for export</b>']);
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(all).toBeVisible();
    // From here on the test controls the clock.
    await page.clock.pauseAt(Date.now() + 60_000);
    await all.click();
    const message = page.getByText('The month is closed <b>for export</b>');
    await expect(message).toBeVisible();
    await page.clock.runFor(4_500);
    await expect(message).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(message).toHaveCount(0);
    await page.clock.resume();
  };

  test('recovers behind its proxy, writes a file, and loses a session', {
    tag: '@long',
  }, async ({ page }) => {
    await page.clock.install();
    const path = '/site/yard/page';
    server.failing.set(path, 'proxy');
    await signIn(page, '/yardList');
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('The server answered with an error (502).');
    server.failing.delete(path);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(20);
    await test.step('file', () => exportYards(page));

    server.forgetSessions();
    // Another call may have noticed already, so its dialog may cover the button.
    const next = page.getByRole('button', { name: 'Page 2', includeHidden: true });
    await next.dispatchEvent('click');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Logout Confirmation');
    await question.getByRole('button', { name: 'Re-register' }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2FyardList/);
    await fillLogin(page, 'keeper', server.password);
    await expect(page.getByText('21–40 of 45')).toBeVisible();
  });

  /** Saves a device without organisations, and shows references that have names but no ids. */
  const saveDevice = async (page: Page) => {
    await expect(row(page, 'FP-001')).toContainText('Foreign Port');
    await row(page, 'FP-001').getByRole('button', { name: 'Edit FP-001' }).click();
    await expect(dialog(page).getByLabel(/^Organisation/)).toHaveValue('Foreign Port');
    await expect(dialog(page).getByLabel(/^Device type/)).toHaveValue('Smart padlock');
    await expect(dialog(page).getByLabel(/^Manufacturer/)).toHaveValue('Port Works');
    await dialog(page).getByLabel(/^Name/).fill('North gate');
    await save(page);
    await expect(row(page, 'FP-001')).toContainText('North gate');
    expect(last('/device/update')).toEqual({ id: '1', device_name: 'North gate' });
    await page.getByRole('button', { name: 'New' }).click();
    await dialog(page).getByLabel(/^SN/).fill('FP-003');
    await save(page);
    await expect.poll(() => last('/device/add')).toMatchObject({ sn: 'FP-003' });
    await expect(dialog(page)).toHaveCount(0);
  };

  test('works without counts, live data, organisations and settings', {
    tag: '@long',
  }, async ({ page }) => {
    await signIn(page, '/dashboard');
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expect.poll(() => bodies('/device/list').length).toBeGreaterThan(0);
    expect(bodies('/live/snapshot')).toEqual([]);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'Devices' }).click();
    await expect(row(page, 'FP-002')).toContainText('87');
    // It answers the same list whatever is asked for: no view is counted.
    const views = page.getByRole('group', { name: 'Standard views' });
    await expect(views.getByRole('button').first()).toBeVisible();
    expect((await views.getByRole('button').allInnerTexts()).join()).not.toMatch(/\d$|\d,/);
    await row(page, 'FP-001').getByRole('link').first().click();
    await expect(dialog(page)).toContainText('Lock 1');
    await dialog(page).getByRole('button', { name: 'Next record' }).click();
    await expect(dialog(page)).toContainText('Lock 2');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await test.step('saved', () => saveDevice(page));
    // Its menus have no map: there it is a fixed route.
    await moveTo(page, '/mapWorld');
    await expect(page.getByRole('option', { name: /FP-001/ })).toBeVisible();
    await moveTo(page, '/profile');
    await expect(page.getByText('Kim Keeper').first()).toBeVisible();
    await page.getByLabel('System title').fill('Mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The server answered with an error (404).')).toBeVisible();
    await expect(page.getByLabel('System title')).toHaveValue('Mine');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    // Nothing is asked for that no menu covers: no alarms, commands, positions or fences.
    const lists = server.receivedCalls
      .map(({ path }) => path)
      .filter((path) => path.endsWith('/list'));
    expect(new Set(lists)).toEqual(new Set(['/device/list']));
  });

  test('works without timelines and outlines, with pages of records instead', async ({ page }) => {
    await signIn(page, '/deviceList', 'tracker');
    await row(page, 'FP-001').getByRole('link').first().click();
    await expect(dialog(page)).toContainText('Port Works');
    const tabs = dialog(page).getByRole('tab');
    await expect(tabs.first()).toHaveText('Details');
    await expect(tabs.getByText('Overview')).toHaveCount(0);
    await expect(dialog(page).getByRole('region', { name: 'Timeline' })).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Next record' }).click();
    await expect(dialog(page)).toContainText('Lock 2');
    await expect(tabs.first()).toHaveText('Details');
    expect(bodies('/device/timeline')).toHaveLength(1);

    await moveTo(page, '/playback?sn=FP-001');
    const controls = page.getByRole('region', { name: 'Playback', exact: true });
    await expect(controls.getByRole('button', { name: 'Play (space)' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Track details' })).toContainText('km/h');
    await expect(page.getByLabel('Moment of the day')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Skip stops' })).toHaveCount(0);
    await controls.getByRole('button', { name: 'Earlier (Page Up)' }).click();
    await page.getByRole('button', { name: 'Yesterday' }).click();
    await expect(page).toHaveURL(/from=/);
    expect(bodies('/track/outline')).toHaveLength(1);
    expect(bodies('/deviceLocationRecord/list').length).toBeGreaterThan(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('gives a reader no buttons for changes', { tag: '@long' }, async ({ page }) => {
    await signIn(page, '/yardList', 'reader');
    await expect(rows(page)).toHaveCount(20);
    for (const name of ['New', 'Export', /^Edit/, /^Delete/]) {
      await expect(page.locator('main').getByRole('button', { name })).toHaveCount(0);
    }
  });
});
