import { expect, fillLogin, moveTo, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';

const words = [
  {
    locale: 'en-US',
    menu: ['Lin Yue', 'Profile', 'Change Password'],
    facts: [
      'Lin Yue',
      'harbour',
      'Harbour Logistics 港湾物流',
      'Organisation administrator',
      '13800138001',
    ],
    required: 'Required',
    rule: '6 to 16 characters, letters and digits mixed',
    mismatch: 'Inconsistent Password Input',
    wrong: 'The old password is wrong',
  },
  {
    locale: 'zh-CN',
    menu: ['Lin Yue', '个人信息', '修改密码'],
    facts: ['Lin Yue', 'harbour', 'Harbour Logistics 港湾物流', '13800138001', '最近登录'],
    required: '必填',
    rule: '6-16 位',
    mismatch: '两次输入的密码不一致',
    wrong: '原密码错误',
  },
];
for (const { locale, menu, facts, required, rule, mismatch, wrong } of words) {
  test.describe(locale, () => {
    test.use({ locale });
    test('the user menu leads to who one is, from there to the password, where a broken rule is told without a call', async ({
      page,
      console,
    }) => {
      await console.openAs('harbour', '/deviceList');
      const [name = '', profile = '', password = ''] = menu;
      await page.getByRole('button', { name: new RegExp(name) }).click();
      await page.getByRole('menuitem', { name: profile }).click();
      await expect(page).toHaveURL(/\/profile$/);
      await expect(page).toHaveTitle(new RegExp(`^${profile} - `));
      for (const fact of facts) {
        await expect(page.locator('dl').getByText(fact, { exact: true }).first()).toBeVisible();
      }
      await expect(page.locator('dl')).toContainText(String(new Date().getFullYear()));
      await page.getByRole('link', { name: password }).click();
      await expect(page).toHaveURL(/\/profile\/updPassword$/);

      const calls: string[] = [];
      page.on('request', (request) => calls.push(request.url()));
      // The page that is left has a form of its own.
      const form = page.locator('form').filter({ has: page.locator('[name=oldPassword]') });
      const input = (field: string) => form.locator(`input[name=${field}]`);
      const save = form.locator('button[type=submit]');
      await save.click();
      await expect(form.getByText(required)).toHaveCount(1);
      await input('oldPassword').fill('Wrong2026');
      for (const bad of ['abc12', 'abcdef', '123456', 'abcdefgh12345678x', 'abc 1234']) {
        await input('newPassword').fill(bad);
        await input('confirmPassword').fill(bad);
        await expect(form.getByText(rule)).toBeVisible();
        await expect(input('newPassword')).toHaveAttribute('aria-invalid', 'true');
      }
      await input('newPassword').fill('Harbour1');
      await input('confirmPassword').fill('Harbour2');
      await expect(form.getByText(mismatch)).toBeVisible();
      await save.click();
      expect(calls.filter((url) => url.includes('changePassword'))).toEqual([]);
      await input('confirmPassword').fill('Harbour1');
      await save.click();
      await expect(form.getByText(wrong)).toBeVisible();
    });
  });
}

test.describe('a first start without a demo', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningConsole;
  test.beforeAll(async () => {
    running = await runConsole({ env: { DEMO: '0', ADMIN_PASSWORD: '' } });
  });
  test.afterAll(() => running.stop());

  const OWN = 'Harbour2026';

  test('leads to a password of one’s own and nowhere else, then on', async ({ page }) => {
    const printed = /sign in: admin \/ (\S+)/.exec(running.said)?.[1] ?? '';
    expect(printed).toHaveLength(14);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      // A page that is left takes its answers with it.
      const answer = await response.text().catch(() => '"success"');
      if (!answer.includes('"success"')) refused.push(response.url());
    });
    await page.goto(`${running.url}/systemParams?x=1`);
    await fillLogin(page, 'admin', printed);
    const held = /\/profile\/updPassword\?redirect=%2FsystemParams%3Fx%3D1$/;
    await expect(page).toHaveURL(held);
    await expect(page.getByRole('heading')).toHaveText('Choose your own password');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.reload();
    await expect(page).toHaveURL(held);
    await expect(page.getByRole('heading')).toBeVisible();
    await page.goto(`${running.url}/404`);
    await expect(page).toHaveURL(/\/profile\/updPassword\?redirect=%2F404$/);
    await expect(page.getByRole('heading')).toBeVisible();
    await moveTo(page, '/systemParams?x=1');
    await expect(page).toHaveURL(held);
    expect(refused).toEqual([]);

    await page.getByLabel('Old password').fill(printed);
    await page.getByLabel('New password', { exact: false }).first().fill(OWN);
    await page.getByLabel('New password again').fill(OWN);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${running.url}/systemParams?x=1`);
    await expect(page.getByRole('status').getByText('The password was changed')).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await moveTo(page, '/profile/updPassword');
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  });

  test('offers the app once an administrator says where it is', async ({ page }) => {
    await page.goto(`${running.url}/systemParams`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download the app' })).toHaveCount(0);
    await fillLogin(page, 'admin', OWN);
    await page.getByRole('button', { name: 'Edit app_android' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Value/).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Must be a link that begins with')).toBeVisible();
    await dialog.getByLabel(/^Value/).fill('https://example.com/app.apk?a=1&b=2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();

    await page.context().clearCookies();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${running.url}/login`);
    // The name is focused and empty: leaving it for the app is no reason to complain.
    await expect(page.getByLabel(/^User name/)).toBeFocused();
    await page.getByRole('button', { name: 'Download the app' }).click();
    await expect(page.getByText('Please Enter User Name')).toHaveCount(0);
    const popover = page.getByRole('dialog', { name: 'Download the app' });
    await expect(popover.getByRole('link')).toHaveText(['Android']);
    await expect(popover.getByRole('link')).toHaveAttribute(
      'href',
      'https://example.com/app.apk?a=1&b=2',
    );
    await page.keyboard.press('Escape');
    await expect(popover).toHaveCount(0);
  });
});

test('a link that runs something is no link', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const appDownload = { ios: 'javascript:alert(1)', android: 'data:text/html,x' };
    await route.fulfill({ response, json: { ...(await response.json()), appDownload } });
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Download the app')).toHaveCount(0);
});
