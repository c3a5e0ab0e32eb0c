import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';
import { expect, test } from './console';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on the page as it is now: rule and the first element that breaks it. */
const violations = async (page: Page): Promise<string[]> => {
  await page.addScriptTag({ path: axePath });
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
};

const PAGES = [
  '/dashboard',
  '/deviceList',
  '/deviceList?create=1',
  '/deviceList?show=1',
  '/mapWorld',
  '/appointmentCommandRecord',
  '/lockHistory',
  '/deviceLocationRecord',
  '/statusChangeRecord',
  '/alertRecord',
  '/operationLog',
  '/org',
  '/oper',
  '/role',
  '/menu',
  '/systemParams',
  '/profile',
  '/profile/updPassword',
];
const LOOKS = [
  { colorScheme: 'light', locale: 'en-US', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const;

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.locale}, ${look.viewport.width} px`, () => {
    test.use({ ...look, bypassCSP: true });

    test('the login page is accessible', async ({ page }) => {
      await page.goto('/login', { waitUntil: 'networkidle' });
      expect(await violations(page)).toEqual([]);
    });

    test('every page is accessible', async ({ page, console }) => {
      test.setTimeout(180_000);
      await console.signIn('admin', '/dashboard');
      const found: Record<string, string[]> = {};
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.locator('main')).toBeVisible();
        await expect(page.getByRole('progressbar')).toHaveCount(0);
        await page.waitForTimeout(600);
        const here = await violations(page);
        if (here.length > 0) found[path] = here;
      }
      expect(found).toEqual({});
    });
  });
}
