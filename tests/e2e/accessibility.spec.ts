import { violations } from './axe';
import { expect, test } from './console';

const PAGES = [
  '/dashboard',
  '/deviceList',
  '/deviceList?create=1',
  '/deviceList?show=1',
  '/mapWorld',
  '/appointmentCommandRecord',
  '/lockHistory',
  '/latestData',
  '/cardRenewal',
  '/icCard',
  '/icCard?create=1',
  '/regionalRuleList',
  '/regionalRuleList?create=1',
  '/batchAddDevice',
  '/batchAddDevice?create=1',
  '/batchAddICCard',
  '/deviceLocationRecord',
  '/statusChangeRecord',
  '/alertRecord',
  '/operationLog',
  '/deviceTypeList',
  '/factoryList',
  '/fireWareManage',
  '/fireWareLs',
  '/upgradeRecord',
  '/smsRecord',
  '/SmsStatistics',
  '/org',
  '/org?create=1',
  '/oper',
  '/role',
  '/role?create=1',
  '/menu',
  '/systemParams',
  '/dictManage',
  '/dictItem',
  '/mapKey',
  '/mapKeyWeb',
  '/emailKey',
  '/exportJob',
  '/profile',
  '/profile/updPassword',
  '/404',
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
      test.setTimeout(400_000);
      await console.openAs('admin', '/dashboard');
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
