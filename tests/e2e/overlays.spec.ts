import type { Page } from 'playwright/test';
import { overflow, violations } from './axe';
import { expect, test } from './console';

/** In each look axe checks every other surface; the two looks of a width cover all. */
const LOOKS = [
  { colorScheme: 'light', locale: 'en-US', width: 1440, axe: 0 },
  { colorScheme: 'dark', locale: 'zh-CN', width: 1440, axe: 1 },
  { colorScheme: 'light', locale: 'zh-CN', width: 390, axe: 0 },
  { colorScheme: 'dark', locale: 'en-US', width: 390, axe: 1 },
] as const;

const userMenu = (page: Page) =>
  page.getByRole('banner').locator('[aria-haspopup="menu"]').last().click();

const sideMenu = (page: Page) => page.getByRole('navigation', { name: /^(Main menu|主菜单)$/ });

const filter = (page: Page, name: RegExp) =>
  page.getByRole('search').getByRole('combobox', { name });

interface Surface {
  readonly name: string;
  readonly shows: 'menu' | 'dialog' | 'navigation' | 'combobox' | 'listbox' | 'alertdialog';
  /** Smallest window width, px. */
  readonly from?: number;
  readonly to?: number;
  readonly open: (page: Page) => Promise<unknown>;
}

/** Surfaces that open over a page. */
const surfaces: readonly Surface[] = [
  { name: 'user menu', shows: 'menu', open: userMenu },
  {
    name: 'settings',
    shows: 'dialog',
    open: async (page) => {
      await userMenu(page);
      await page
        .getByRole('menuitem', { name: /^(Theme and layout size|主题与布局大小)$/ })
        .click();
    },
  },
  {
    name: 'menu of a tab',
    shows: 'menu',
    from: 992,
    open: (page) =>
      page
        .getByRole('navigation', { name: /^(Open pages|已打开的页面)$/ })
        .getByRole('link')
        .last()
        .click({ button: 'right' }),
  },
  {
    name: 'menu',
    shows: 'navigation',
    to: 991,
    open: (page) => page.getByRole('button', { name: /^(Open menu|展开菜单)$/ }).click(),
  },
  {
    name: 'search',
    shows: 'combobox',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      // The page has comboboxes of its own.
      await page.getByRole('dialog').getByRole('combobox').waitFor();
    },
  },
  {
    name: 'alarms',
    shows: 'dialog',
    open: (page) =>
      page.getByRole('button', { name: /unprocessed alarms?$|条未处理报警$/ }).click(),
  },
  {
    name: 'import',
    shows: 'dialog',
    from: 992,
    open: (page) => page.getByRole('button', { name: /^(Import|导入)$/ }).click(),
  },
  {
    name: 'columns',
    shows: 'dialog',
    from: 992,
    open: (page) => page.getByRole('button', { name: /^(Columns|列设置)$/ }).click(),
  },
  {
    name: 'choices of a filter',
    shows: 'listbox',
    from: 992,
    open: (page) => filter(page, /^(Lock status|锁状态)/).click(),
  },
  {
    name: 'calendar of a filter',
    shows: 'dialog',
    from: 992,
    open: async (page) => {
      await filter(page, /^(Last report|最近上报)/).click();
      await page
        .getByRole('button', { name: /^(Open the calendar|打开日历)$/ })
        .first()
        .click();
      await page.getByRole('grid').last().waitFor();
    },
  },
  {
    name: 'commands of a row',
    shows: 'menu',
    from: 992,
    open: async (page) => {
      const row = page.locator('main tbody tr[data-index]').first();
      await row.hover();
      await row.getByRole('button', { name: /^Commands for|的指令$/ }).click();
    },
  },
  {
    name: 'error log',
    shows: 'dialog',
    from: 992,
    open: async (page) => {
      await page.evaluate(() => {
        dispatchEvent(
          new ErrorEvent('error', { error: new Error('It broke'), message: 'It broke' }),
        );
      });
      await page.getByRole('button', { name: /error|个错误/ }).click();
    },
  },
  {
    name: 'pages that fly out',
    shows: 'navigation',
    from: 992,
    open: async (page) => {
      await page.getByRole('button', { name: /^(Close menu|收起菜单)$/ }).click();
      await expect(page.getByRole('button', { name: /^(Open menu|展开菜单)$/ })).toBeVisible();
      await sideMenu(page)
        .getByRole('button', { name: /^(Organisations|机构与用户)$/ })
        .hover();
      await expect(
        sideMenu(page).getByRole('link', { name: /^(Company|机构管理)$/ }),
      ).toBeVisible();
    },
  },
  {
    name: 'exports',
    shows: 'dialog',
    open: (page) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: /exports|导出/ })
        .click(),
  },
  {
    name: 'end of the session',
    shows: 'alertdialog',
    open: async (page) => {
      await page.route('**/api/**', (route) =>
        route.fulfill({ json: { verify: { sign: 'sessionTimeOut', desc: '' }, data: null } }),
      );
      await page.getByRole('alertdialog').waitFor();
    },
  },
];

/** Starts exports with every final state before the console opens. */
const leaveExports = async (page: Page): Promise<void> => {
  const states = [0, 1, 2, 4, 5];
  const list = states.map((state, i) => ({
    id: i + 1,
    state,
    total: 100,
    done: 40,
    message: null,
  }));
  await page.route('**/api/exportJob/list', (route) =>
    route.fulfill({
      json: { verify: { sign: 'success', desc: '' }, data: { list, total: list.length } },
    }),
  );
  await page.evaluate(
    (ids) =>
      sessionStorage.setItem(
        'sealdesk.exports.1',
        JSON.stringify(ids.map((id) => ({ id, title: `Export ${id}`, notified: true }))),
      ),
    states.map((_, i) => i + 1),
  );
};

for (const { colorScheme, locale, width, axe } of LOOKS) {
  test.describe(`${colorScheme}, ${locale}, ${width} px`, { tag: '@long' }, () => {
    test.use({ colorScheme, locale, viewport: { width, height: 844 } });

    test('every dialog, menu and panel is accessible, and fits', async ({ page, console }) => {
      await console.enterAs('admin');
      await leaveExports(page);
      await page.goto('/deviceList');
      await expect(page.locator('main')).toBeVisible();
      await expect(page.locator('main').getByRole('progressbar')).toHaveCount(0);
      const problems: Record<string, string[]> = {};
      for (const [i, surface] of surfaces.entries()) {
        const { name, shows, from = 0, to = Number.POSITIVE_INFINITY, open } = surface;
        if (width < from || width > to) continue;
        await expect(async () => {
          await page.keyboard.press('Escape');
          const over = page.locator('.MuiModal-root').filter({ visible: true });
          await expect(over).toHaveCount(0, { timeout: 2_000 });
        }).toPass();
        await open(page);
        await expect(page.getByRole(shows).first()).toBeVisible();
        const wide = await overflow(page);
        // An open menu covers the landmarks, which are inert meanwhile.
        const here = [
          ...(i % 2 === axe ? await violations(page, 'region') : []),
          ...(wide > 0 ? [`${wide} px too wide`] : []),
        ];
        if (here.length > 0) problems[name] = here;
      }
      expect(problems).toEqual({});
    });
  });
}
