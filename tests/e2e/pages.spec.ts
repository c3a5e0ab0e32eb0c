import type { Page } from 'playwright/test';
import * as texts from '../../src/console/i18n/en';
import { overflow, violations } from './axe';
import { expect, moveTo, refusals, test } from './console';

/** Every page, with forms and details of every kind. A test opens every third of them. */
const PAGES = [
  '/dashboard',
  '/deviceList',
  '/mapWorld',
  '/deviceList?create=1',
  '/appointmentCommandRecord',
  '/commandBatch',
  '/commandSchedule',
  '/sealIssue',
  '/basicInfoIssue',
  '/icCardIssue',
  '/childLockIssue',
  '/BluetoothManagement',
  '/batchSetDevice',
  '/batchDisDevice',
  '/sharedDevice',
  '/lockHistory',
  '/latestData',
  '/deviceList?show=1',
  '/cardRenewal',
  '/icCard',
  '/regionalRuleList',
  '/icCard?create=1',
  '/mapManage',
  '/fenceList',
  '/interestPointList',
  '/alarmConfig',
  '/alarmReceiver',
  '/alarmSeverity',
  '/alarmGrade',
  '/alarmEscalation',
  '/webhook',
  '/alarmMute',
  '/shiftNote',
  '/alarmHistory',
  '/noticeRecord',
  '/regionalRuleList?create=1',
  '/batchAddDevice',
  '/batchAddICCard',
  '/batchAddDevice?create=1',
  '/deviceLocationRecord',
  '/statusChangeRecord',
  '/alertRecord',
  '/connectionRecord',
  '/lockMessage',
  '/waitingLock',
  '/operationLog',
  '/deviceTypeList',
  '/factoryList',
  '/fireWareManage',
  '/fireWareLs',
  '/upgradeRecord',
  '/smsRecord',
  '/SmsStatistics',
  '/report',
  '/savedReport',
  '/sentList',
  '/org',
  '/savedReport?create=1',
  '/org?create=1',
  '/oper',
  '/role',
  '/menu',
  '/role?create=1',
  '/systemParams',
  '/dictManage',
  '/dictItem',
  '/mapKey',
  '/mapKeyWeb',
  '/emailKey',
  '/exportJob',
  '/amap',
  '/google',
  '/baidu',
  '/playback',
  '/profile',
  '/profile/updPassword',
  '/404',
];

/** Pages without a menu of their own. */
const FIXED = /^\/(amap|mapWorld|google|baidu|dashboard|playback|profile|404)\b/;

/**
 * Looks, each with an operator whose calls must all succeed. The short run has a third of the one without axe. In the long run
 * axe checks the pages with an even index in one look, the others in the other.
 */
const LOOKS = [
  {
    login: 'admin',
    axe: undefined,
    use: { colorScheme: 'light', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  },
  {
    login: 'harbour',
    axe: 0,
    use: { colorScheme: 'light', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  },
  {
    login: 'admin',
    axe: 1,
    use: { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
  },
] as const;

/** Matches a message key without a translation, as polyglot shows it. */
const KEY = new RegExp(`\\b(?:${Object.keys(texts).join('|')}|rules)\\.[a-z][\\w.]+`);

interface Menu {
  readonly menu_code: string;
  readonly menu_url: string;
}

/** Returns the menus of the page that opens next. */
const menusOf = (page: Page): Promise<readonly Menu[]> =>
  page
    .waitForResponse('**/auth/getAuth')
    .then((response) => response.json())
    .then(({ data }) => data.menus.filter(({ menu_url }: Menu) => menu_url !== '0'));

const isMap = (path: string) => /^\/(amap|mapWorld|google|baidu)$/.test(path);

/** Visible progress bars without a value. Those with a value are content. */
const loading = (page: Page) =>
  page.locator('[role=progressbar]:not([aria-valuenow])').filter({ visible: true });

/** Goes to another page without a reload, and waits for its code. */
const go = async (page: Page, path: string): Promise<void> => {
  const left = await page.title();
  // The map of another provider is the same page, and so is a form over its list.
  const { pathname } = new URL(page.url());
  const stays = (isMap(pathname) && isMap(path)) || path.startsWith(`${pathname}?`);
  await moveTo(page, path);
  if (!stays) await expect(page).not.toHaveTitle(left);
  if (path.includes('?')) await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('main')).toBeVisible();
  // The code of a page may still be loading, without a sign of it.
  await expect(page.locator('main')).not.toBeEmpty();
};

const goAndLoad = async (page: Page, path: string): Promise<void> => {
  await go(page, path);
  await expect(loading(page)).toHaveCount(0);
  // The report runs after its page is shown; it can be exported when it is there.
  if (path === '/report') await expect(page.getByRole('button', { name: 'Excel' })).toBeEnabled();
};

/** Returns the faults of a page: untranslated keys and alerts. */
const faults = async (page: Page): Promise<string[]> => {
  const key = KEY.exec(await page.locator('body').innerText())?.[0];
  const alerts = page.locator('main').getByRole('alert').filter({ visible: true });
  const says = await alerts.allInnerTexts();
  return [...(key === undefined ? [] : [key]), ...says];
};

/** Opens pages in turn and collects the faults of each. @param open goes to a page */
const sweep = async (
  page: Page,
  paths: readonly string[],
  look: (path: string) => Promise<string[]>,
  open = goAndLoad,
): Promise<Record<string, string[]>> => {
  const problems: Record<string, string[]> = {};
  for (const path of paths) {
    if (new URL(page.url()).pathname + new URL(page.url()).search !== path) await open(page, path);
    const here = await look(path);
    if (here.length > 0) problems[path] = here;
  }
  return problems;
};

for (const { login, axe, use } of LOOKS) {
  const tag = axe === undefined ? [] : '@long';
  test.describe(`${login}, ${use.colorScheme}, ${use.locale}, ${use.viewport.width} px`, () => {
    test.use({ ...use });
    const checks = axe === undefined ? 'texts, calls and width' : 'texts, calls, width and axe';

    test('the login page is accessible', { tag }, async ({ page }) => {
      await page.goto('/login', { waitUntil: 'networkidle' });
      expect(await violations(page)).toEqual([]);
    });

    for (const [part, from] of ['first', 'second', 'third'].entries()) {
      const paths = PAGES.filter((_, at) => at % 3 === part);
      test(`${from} third of the pages passes: ${checks}`, {
        tag: part > 0 ? '@long' : tag,
      }, async ({ page, console }) => {
        const refused = refusals(page);
        const menus = menusOf(page);
        const [first = ''] = paths;
        await console.openAs(login, first);
        await expect(loading(page)).toHaveCount(0);
        const led = (await menus).map(({ menu_code }) => `/${menu_code}`);
        const isTheirs = (path: string) =>
          FIXED.test(path) || led.includes(path.split('?')[0] ?? '');
        expect(paths.filter((path) => !isTheirs(path))).toEqual([]);
        // Every menu leads to a page in the list.
        expect(led.filter((path) => !PAGES.includes(path))).toEqual([]);
        const problems = await sweep(page, paths, async (path) => {
          const wide = await overflow(page);
          return [
            ...(PAGES.indexOf(path) % 2 === axe ? await violations(page) : []),
            ...(await faults(page)),
            ...(wide > 0 ? [`${wide} px too wide`] : []),
          ];
        });
        expect(problems).toEqual({});
        expect(refused).toEqual([]);
      });
    }
  });
}

test.describe('zh-CN', { tag: '@long' }, () => {
  test.use({ locale: 'zh-CN' });
  test('every menu of shift opens, and every call succeeds', async ({ page, console }) => {
    const refused = refusals(page);
    const menus = menusOf(page);
    await console.openAs('shift', '/dashboard');
    const paths = (await menus).map(({ menu_code }) => `/${menu_code}`);
    expect(paths.length).toBeGreaterThan(0);
    expect(await sweep(page, paths, () => faults(page))).toEqual({});
    expect(refused).toEqual([]);
  });
});

for (const { use } of [LOOKS[1], LOOKS[2]]) {
  test.describe(`${use.colorScheme}, ${use.locale}, ${use.viewport.width} px`, () => {
    test.use({ ...use });
    test('axe finds nothing while the data of the pages is on its way', {
      tag: '@long',
    }, async ({ page, console }) => {
      await page.route(/\/api\/(?!auth\/)/, () => undefined);
      await console.openAs('admin', '/404');
      expect(await sweep(page, PAGES, () => violations(page), go)).toEqual({});
    });
  });
}

test('the menu has eleven groups, one open at a time, with links to open alarms and presets', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const groups = menu.locator('[aria-expanded]');
  await expect(groups).toHaveCount(11);
  await expect(menu.getByRole('link')).toHaveText([/^Map$/, /^Home$/, /^Alarm desk/]);
  await menu.getByRole('button', { name: 'Organisations' }).click();
  await expect(menu.getByRole('link', { name: 'Company' })).toBeVisible();
  await menu.getByRole('button', { name: 'Commands' }).click();
  await expect(menu.locator('[aria-expanded=true]')).toHaveText(['Commands']);
  const menuHeight = await menu.evaluate(({ scrollHeight }) => scrollHeight);
  expect(menuHeight).toBeLessThan(800);

  await menu.getByRole('link', { name: 'Send commands' }).click();
  const commands = page.getByRole('region', { name: /What to do|Choose a command/ });
  await expect(commands.getByRole('button', { name: 'Unseal', exact: true })).toBeVisible();
  await commands.getByRole('button', { name: 'IC cards' }).click();
  await expect(commands.getByRole('button', { name: 'Unseal', exact: true })).toHaveCount(0);
  await moveTo(page, '/childLockIssue');
  await expect(
    commands.filter({ visible: true }).getByRole('button', { name: 'Child locks', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');

  await menu.getByRole('link', { name: /^Alarm desk/ }).click();
  await expect(page).toHaveURL(/\/alertRecord\?filter=.*state/);
  await moveTo(page, '/smsRecord');
  await page
    .getByRole('tablist', { name: 'Lists of this page' })
    .getByRole('tab', { name: 'Notification log' })
    .click();
  await expect(page).toHaveURL(/\/noticeRecord/);
});
