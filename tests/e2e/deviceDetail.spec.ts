import type { Page } from 'playwright/test';
import { violations } from './axe';
import { openCaller } from './caller';
import { dialog, expect, holdBack, moveTo, row, save, test, turnToChinese } from './console';

const detail = (page: Page) => page.getByRole('dialog').first();

const openDevice = async (page: Page, sn: string) => {
  await page.getByRole('textbox', { name: 'SN' }).fill(sn);
  await row(page, sn).getByRole('link', { name: sn, exact: true }).click();
  await expect(detail(page).getByRole('heading', { name: sn })).toBeVisible();
};

const openTab = (page: Page, name: string) =>
  detail(page).getByRole('tab', { name, exact: true }).click();

/** Headings of the device tabs, each with its tabs if it has several. */
const TABS = {
  'en-US': [
    ['Overview'],
    ['Details'],
    ['Telemetry'],
    ['Cards and rules', 'Cards that open it', 'Regional rules', 'Child locks'],
    ['Settings', 'Lock settings', 'Alarm settings', 'Alarm recipients'],
    [
      'Records',
      'Commands',
      'Alarms',
      'Lock history',
      'Cards swiped',
      'Status changes',
      'Connections',
      'Messages',
      'Location records',
    ],
    ['History'],
  ],
  'zh-CN': [
    ['概览'],
    ['详情'],
    ['遥测'],
    ['卡与规则', '可用IC卡', '区域刷卡规则', '子锁'],
    ['设置', '锁内设置', '报警设置', '报警接收人'],
    [
      '记录',
      '指令',
      '报警',
      '开关锁历史',
      '刷卡记录',
      '状态变化',
      '连接记录',
      '通讯报文',
      '位置记录',
    ],
    ['操作历史'],
  ],
} as const;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('every tab of a device opens from the menu, and scrolls into view', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.openAs('harbour', '/deviceList?show=1');
    await expect(detail(page).getByRole('tab')).toHaveText(TABS['en-US'].map(([name]) => name));
    // High enough for a finger.
    const unseal = detail(page).getByRole('button', { name: 'Unseal' });
    expect((await unseal.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    for (const [heading, ...inner] of TABS['en-US']) {
      await detail(page).getByRole('button', { name: 'All tabs' }).click();
      await page.getByRole('menuitem', { name: heading, exact: true }).click();
      const tab = detail(page).getByRole('tab', { name: heading, exact: true });
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(tab).toBeInViewport({ ratio: 0.95 });
      for (const name of inner) {
        await openTab(page, name);
        await expect(detail(page).getByRole('tab', { name, exact: true })).toBeInViewport();
      }
      await expect(detail(page).getByRole('tabpanel')).not.toBeEmpty();
      await expect(detail(page).getByRole('alert')).toHaveCount(0);
    }
  });
});

/** Checks the tabs of a device in Chinese, including those of each heading. */
const expectChinese = async (page: Page) => {
  await turnToChinese(page);
  // A wide page shows the details beside its tabs.
  await page.setViewportSize({ width: 390, height: 844 });
  // A pointer over a disabled button would show its reason over the tabs.
  await page.mouse.move(0, 0);
  await moveTo(page, '/deviceList?show=1');
  const tabs = detail(page).getByRole('tab');
  await expect(detail(page).getByRole('button', { name: '解封' })).toBeVisible();
  const headings = TABS['zh-CN'].map(([name]) => name);
  await expect(tabs).toHaveText(headings);
  for (const [heading, ...inner] of TABS['zh-CN']) {
    if (inner.length === 0) continue;
    await openTab(page, heading);
    await expect(tabs).toHaveText([...headings, ...inner]);
  }
};

test('a printed page fills the width of the paper', { tag: '@long' }, async ({ page, console }) => {
  await console.openAs('harbour', '/deviceList?show=2');
  // Paper is narrower than the window, so the page becomes a drawer, which reserves the difference for a scrollbar.
  await page.evaluate(() => document.body.style.setProperty('padding-right', '646px'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('body')).toHaveCSS('padding-right', '0px');
});

test('a lock has a page with its state, its events, and tabs for the keyboard', async ({
  page,
  console,
}) => {
  // An old address leads to the present place of its tab.
  await console.openAs('harbour', '/deviceList?show=2&tab=alertRecord');
  const tab = (name: string) => detail(page).getByRole('tab', { name, exact: true });
  await expect(tab('Records')).toHaveAttribute('aria-selected', 'true');
  await tab('Alarms').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(tab('Lock history')).toHaveAttribute('aria-selected', 'true');
  await tab('Records').focus();
  await page.keyboard.press('End');
  await expect(tab('History')).toBeFocused();

  // In print the page has no frame, and its head names the tab.
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(menu).toBeHidden();
  await expect(detail(page).getByText('Device · Lock history')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(menu).toBeVisible();

  await moveTo(page, '/deviceList?show=2&tab=place');
  await expect(tab('Overview')).toHaveAttribute('aria-selected', 'true');
  const timeline = detail(page).getByRole('region', { name: 'Timeline' });
  const connections = timeline.getByRole('button', { name: 'Connections' });
  await connections.click();
  await expect(connections).toHaveAttribute('aria-pressed', 'true');
  await expect(timeline.getByRole('listitem').first()).toContainText(/Connected|Disconnected/);
  expect(await violations(page)).toEqual([]);
  await timeline.getByRole('listitem').first().getByRole('button').click();
  await expect(page.getByRole('dialog').last()).toContainText('From');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  // The list is unchanged.
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/deviceList$/);
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible();
  // The detail was opened by its address, so no row gets the focus back.
  await expect(page.locator('main')).toBeFocused();
  // An id without a record leads to the list, with a message.
  await moveTo(page, '/deviceList?show=null&tab=place');
  await expect(
    page.getByText('This record was deleted, or you cannot see it any more.'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/deviceList$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('in Chinese', () => expectChinese(page));
});

/** Chooses a value that may also be inherited. */
const turn = async (page: Page, label: string, to: string) => {
  await dialog(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: to, exact: true }).click();
};

/** Checks a lock's position and its telemetry. */
const seeMeasures = async (page: Page) => {
  await openDevice(page, 'SD2600004');
  await openTab(page, 'Telemetry');
  const battery = detail(page).getByRole('group', { name: 'Battery' });
  await expect(battery.locator('svg path').first()).toBeAttached();
  await battery.getByRole('button', { name: 'Show as table' }).click();
  await expect(battery.getByRole('row').nth(1)).toContainText(/\d{4}-\d\d-\d\d .*\d/);

  await openTab(page, 'Overview');
  await expect(page.getByRole('application', { name: 'Location of SD2600004' })).toBeVisible();
  await detail(page).getByRole('link', { name: 'Show on the map' }).click();
  await expect(page).toHaveURL(/\?sn=SD2600004/);
};

/** Adds alarm settings in the detail, with validation, and changes them. */
const setAlarms = async (page: Page, sn: string) => {
  await openDevice(page, sn);
  await openTab(page, 'Settings');
  await openTab(page, 'Alarm settings');
  await expect(detail(page)).toContainText('This lock has no alarm settings of its own');
  await detail(page).getByRole('button', { name: 'Set up alarm settings' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Lock', exact: true })).toBeDisabled();
  await turn(page, 'By SMS', 'Yes');
  await turn(page, 'By mail', 'Yes');
  await save(page);
  // Phones are optional.
  await expect(dialog(page).getByText('Required')).toHaveCount(1);
  const phones = dialog(page).getByLabel(/^Phones/);
  await phones.fill('13800138001，13900139001');
  await dialog(page)
    .getByLabel(/^E-mail/)
    .fill('gate@harbour.example');
  await save(page);
  await expect(dialog(page)).toContainText('separated by English commas');
  await phones.fill('13800138001,13900139001');
  await save(page);
  await expect(detail(page)).toContainText('13800138001, 13900139001');
  expect(await violations(page)).toEqual([]);

  await detail(page).getByRole('button', { name: 'Change alarm settings' }).click();
  await phones.fill('');
  await save(page);
  await expect(detail(page)).toContainText('gate@harbour.example');
  await expect(detail(page)).toContainText('Inherited');
  await expect(detail(page)).not.toContainText('13800138001');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Gives several devices the same alarm settings at once. */
const setAlarmsOfMany = async (page: Page, sns: readonly string[]) => {
  await page.getByRole('textbox', { name: 'SN' }).fill('SD260004');
  await expect(page.getByRole('row')).toHaveCount(11);
  for (const sn of sns) await page.getByRole('checkbox', { name: `Select ${sn}` }).check();
  await page.getByRole('button', { name: 'Alarm settings', exact: true }).click();
  const run = dialog(page).getByRole('button', { name: /^Alarm settings \(2/ });
  await turn(page, 'By mail', 'Yes');
  await run.click();
  await expect(dialog(page).getByText('Required')).toHaveCount(1);
  await dialog(page)
    .getByLabel(/^E-mail/)
    .fill('fleet@harbour.example');
  await run.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** Checks that each value names its source and can be reset to the inherited one. */
const inheritAlarms = async (page: Page, sn: string) => {
  await page.getByRole('link', { name: sn }).click();
  const mailbox = detail(page).getByRole('row', { name: /^E-mail/ });
  await expect(mailbox).toContainText('fleet@harbour.example');
  await expect(mailbox).toContainText('This device');
  await expect(detail(page).getByRole('row', { name: /^Events to send/ })).toContainText(
    /Organisation|Default/,
  );
  await detail(page).getByRole('button', { name: 'Use the inherited value (By mail)' }).click();
  await detail(page).getByRole('button', { name: 'Use the inherited value (E-mail)' }).click();
  await expect(mailbox).not.toContainText('fleet@harbour.example');
  expect(await violations(page)).toEqual([]);
};

/** Checks that the cards of a lock are those of its enabled regional rules. */
const seeCards = async (page: Page, sn: string, card: string) => {
  await openDevice(page, sn);
  await openTab(page, 'Cards and rules');
  const cards = detail(page).getByRole('tabpanel');
  await expect(cards.getByRole('button', { name: card, exact: true })).toBeVisible();
  await expect(cards.getByRole('button', { name: /^New/ })).toHaveCount(0);
  await cards.getByRole('button', { name: card, exact: true }).click();
  await expect(dialog(page).getByRole('heading', { name: card })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openDevice(page, 'REPLAY02');
  await openTab(page, 'Cards and rules');
  await expect(cards).toContainText('No enabled regional rule allows a card to open this lock.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('a lock shows its cards, alarm settings and measurements', { tag: '@long' }, async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'admin');
  const { list } = await caller.ask('/regionalRule/list', { regional_rule: 'Yantian port' });
  const [{ devices_titles: sns, cards_titles: cards }] = list;
  await console.openAs('admin', '/deviceList');
  await test.step('cards', () => seeCards(page, sns[0], cards[0]));
  // A retry uses another lock, because the first one has settings already.
  await test.step('alarms', () => setAlarms(page, `SD260003${test.info().retry + 1}`));
  const many = ['SD2600041', 'SD2600042'];
  await test.step('alarm settings of many locks', () => setAlarmsOfMany(page, many));
  await console.go('/alarmConfig');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('fleet@');
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(row(page, 'SD2600042')).toContainText('fleet@harbour.example');
  await console.go('/alarmReceiver?filter={"sn":"SD2600042"}');
  await test.step('alarm settings from above', () => inheritAlarms(page, 'SD2600042'));
  await moveTo(page, '/deviceList');
  await test.step('measurements', () => seeMeasures(page));
});

test('a lock has its name as a title, and no row id while a link to it loads', async ({
  page,
  console,
}) => {
  await console.enterAs('harbour');
  const answer = await holdBack(page, '**/device/get');
  await page.goto('/deviceList?show=1&q=none');
  const heading = detail(page).getByRole('heading', { level: 2 });
  await expect(heading).toHaveAttribute('aria-busy', 'true');
  await expect(heading).toHaveText('');
  answer();
  await expect(heading).toHaveText(/^\D.* ?SD2600001$/);
  const name = (await heading.innerText()).replace('SD2600001', '').trim();
  await expect(
    page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name, exact: true }),
  ).toHaveAttribute('aria-current', 'page');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await detail(page).getByRole('link', { name: 'Play back track' }).hover();
    expect(await violations(page)).toEqual([]);
  }
  await detail(page).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${name} · SD2600001` });
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await detail(page).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeInViewport();
});

test('a lock that never reported says so, and leads to its connections', async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'admin');
  const { list } = await caller.ask('/device/list', { sn: 'SD2600001' });
  const { id } = await caller.ask('/device/add', { sn: 'MUTE01', org_id: list[0].org_id });
  await console.openAs('admin', `/deviceList?show=${id}`);
  const reason = page.getByRole('region', { name: /^No report so far/ });
  await expect(reason.getByRole('listitem')).toHaveText([
    'Never heard',
    'Battery unknown',
    'SIM expiry not entered',
    'No connection recorded',
  ]);
  expect(await violations(page)).toEqual([]);
  await reason.getByRole('link', { name: 'Connections' }).click();
  await expect(page).toHaveURL(/&tab=connectionRecord$/);
  await caller.ask('/device/delete', { ids: [id] });
});
