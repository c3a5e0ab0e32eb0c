import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, fillLogin, moveTo, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';

const FACTS = [
  'Lin Yue',
  'harbour',
  'Harbour Logistics',
  'Organisation administrator',
  '13800138001',
];

test('the user menu opens the profile and the password, which is validated before a call', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/deviceList');
  await page.getByRole('button', { name: /Lin Yue/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page).toHaveTitle(/^Profile - /);
  const facts = page.locator('dl');
  for (const fact of FACTS) {
    await expect(facts.getByText(fact, { exact: true }).first()).toBeVisible();
  }
  await expect(facts).toContainText(String(new Date().getFullYear()));
  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/profile\/updPassword$/);

  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  // The page that is left has a form too.
  const form = page.locator('form').filter({ has: page.locator('[name=oldPassword]') });
  const input = (field: string) => form.locator(`input[name=${field}]`);
  const save = form.locator('button[type=submit]');
  await save.click();
  await expect(form.getByText('Required')).toHaveCount(1);
  await input('oldPassword').fill('Wrong2026');
  await input('newPassword').fill('abcdef');
  await expect(form.getByText('6 to 16 characters, with letters and digits')).toBeVisible();
  await expect(input('newPassword')).toHaveAttribute('aria-invalid', 'true');
  await input('newPassword').fill('Harbour1');
  await input('confirmPassword').fill('Harbour2');
  await expect(form.getByText('Inconsistent Password Input')).toBeVisible();
  await save.click();
  expect(calls.filter((url) => url.includes('changePassword'))).toEqual([]);
  await input('confirmPassword').fill('Harbour1');
  await save.click();
  await expect(form.getByText('The old password is wrong')).toBeVisible();

  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await expect(page).toHaveTitle(/^修改密码 - /);
  await input('oldPassword').fill('Wrong2026');
  await input('newPassword').fill('Harbour1');
  await input('confirmPassword').fill('Harbour2');
  await save.click();
  await expect(form.getByText('两次输入的密码不一致')).toBeVisible();
  await input('confirmPassword').fill('Harbour1');
  await save.click();
  await expect(form.getByText('原密码错误')).toBeVisible();
  await console.go('/profile');
  await expect(facts).toContainText('最近登录');
});

test.describe('a first start without a demo', () => {
  test.describe.configure({ mode: 'serial' });
  let running: RunningConsole;
  test.beforeAll(async () => {
    running = await runConsole({ env: { DEMO: '0', ADMIN_PASSWORD: '' } });
  });
  test.afterAll(() => running.stop());

  const OWN = 'Harbour2026';

  test('asks for a new password first, and then continues', async ({ page }) => {
    const initial = (await readFile(join(running.dataDir, 'first-password'), 'utf8')).trim();
    expect(initial).toHaveLength(14);
    const refused: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().includes('/api/')) return;
      // A page that was left discards its answers.
      const answer = await response.text().catch(() => '"success"');
      if (!answer.includes('"success"')) refused.push(response.url());
    });
    await page.goto(`${running.url}/systemParams?x=1`);
    await fillLogin(page, 'admin', initial);
    const passwordUrl = /\/profile\/updPassword\?redirect=%2FsystemParams%3Fx%3D1$/;
    await expect(page).toHaveURL(passwordUrl);
    await expect(page.getByRole('heading')).toHaveText('Choose your own password');
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.reload();
    await expect(page).toHaveURL(passwordUrl);
    await expect(page.getByRole('heading')).toBeVisible();
    await page.goto(`${running.url}/404`);
    await expect(page).toHaveURL(/\/profile\/updPassword\?redirect=%2F404$/);
    await expect(page.getByRole('heading')).toBeVisible();
    await moveTo(page, '/systemParams?x=1');
    await expect(page).toHaveURL(passwordUrl);
    expect(refused).toEqual([]);

    await page.getByLabel('Old password').fill(initial);
    await page.getByLabel('New password', { exact: false }).first().fill(OWN);
    await page.getByLabel('Confirm new password').fill(OWN);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${running.url}/systemParams?x=1`);
    await expect(page.getByRole('status').getByText('Password changed')).toBeVisible();
    await expect(page.getByRole('navigation').first()).toBeVisible();
    await moveTo(page, '/profile/updPassword');
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  });

  test('offers the app once an administrator has entered its address', async ({ page }) => {
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
    // The name field has the focus and is empty. Leaving it for the app link shows no error.
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

test('refuses a link with a script', async ({ page }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const appDownload = { ios: 'javascript:alert(1)', android: 'data:text/html,x' };
    await route.fulfill({ response, json: { ...(await response.json()), appDownload } });
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText('Download the app')).toHaveCount(0);
});
