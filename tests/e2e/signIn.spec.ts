import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright/test';
import { endSession, signedIn } from './caller';
import { expect, fillLogin, holdBack, PASSWORD, test } from './console';

test('an address without a session opens the login page, and after the sign-in the address with its query', async ({
  page,
}) => {
  await page.goto('/deviceList?show=1&x=a%26b');
  await expect(page).toHaveURL(/\/login\?redirect=%2FdeviceList%3Fshow%3D1%26x%3Da%2526b$/);
  await fillLogin(page, '  harbour ', ` ${PASSWORD} `);
  await expect(page).toHaveURL(/\/deviceList\?show=1&x=a%26b$/);
});

test('a sign-in by a third party ends on a page that says so, and works by phone', async ({
  page,
}) => {
  await page.goto('/auth-redirect?code=abc&state=1');
  await expect(page.getByRole('status')).toContainText('You can close this window');
  const handed = await page.evaluate(() => localStorage.getItem('x-admin-oauth-code'));
  expect(handed).toBe('code=abc&state=1');
  await page.getByRole('link', { name: 'Go to the console' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('tab', { name: 'Mobile phone' }).click();
  await page.getByLabel(/^Phone number/).fill('13900139001');
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Northern Tankers').first()).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });
  test('a sign-in by a third party and a wrong password are explained in Chinese, and the name stays', async ({
    page,
  }) => {
    await page.goto('/auth-redirect?code=abc&state=1');
    await expect(page.getByRole('status')).toContainText('可以关闭此窗口');
    await page.getByRole('link', { name: '进入系统' }).click();
    await expect(page).toHaveURL(/\/login/);
    await fillLogin(page, 'yantian', 'Wrong123');
    await expect(page.getByRole('alert')).toContainText('用户名或密码错误');
    await expect(page.getByLabel(/^用户名/)).toHaveValue('yantian');
  });
});

test('the login page validates its fields, encrypts the password, and opens the map', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.goto('/login');
  await test.step('empty and short input is marked at the field without a call', async () => {
    await fillLogin(page, '', '12345');
    await expect(page.getByText('Please Enter User Name')).toBeVisible();
    await expect(page.getByText('The password has at least 6 characters')).toBeVisible();
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
  });
  await test.step('a wrong password is reported, and the name stays', async () => {
    await fillLogin(page, 'yantian', 'Wrong123');
    await expect(page.getByRole('alert')).toContainText('The user name or password is wrong.');
    await expect(page.getByLabel(/^User name/)).toHaveValue('yantian');
  });
  await test.step('the password is sent encrypted', async () => {
    const sent = page.waitForRequest('**/api/login/login');
    await fillLogin(page, 'harbour', PASSWORD);
    const body = (await sent).postDataJSON();
    expect(body).toMatchObject({ username: 'harbour', langue: 'en_US' });
    expect(body.password).toMatch(/^[\w+/=]{344}$/);
    expect(body.sign).toMatch(/^[\dA-F]{32}$/);
  });
  await test.step('without an address the map opens', () => expect(page).toHaveURL(/\/amap$/));
});

test('a sign-in stores the state with which the other tests begin; signing out ends its session on the server', async ({
  page,
  console,
}) => {
  await console.signIn('customs', '/dashboard');
  const { cookies, origins } = await page.context().storageState();
  const state = await signedIn(console.url, 'customs');
  const lasting = ({ name, domain, path, sameSite }: (typeof cookies)[number]) =>
    [name, domain, path, sameSite].join();
  expect(cookies.map(lasting).sort()).toEqual(state.cookies.map(lasting).sort());
  const memory = ({ localStorage }: (typeof origins)[number]) => {
    const { value } = localStorage.find(({ name }) => name === 'sealdesk.login') ?? { value: '{}' };
    // The shared sessions have alarm popups turned off.
    const { oper, preferences: _own, ...rest } = JSON.parse(value);
    return { ...rest, oper: { ...oper, lastLogin: 0 } };
  };
  expect(origins.map(memory)).toEqual(state.origins.map(memory));

  const token = cookies.find(({ name }) => name === 'Admin-Token');
  expect(token?.sameSite).toBe('Strict');
  await page.getByRole('button', { name: /Wang Fang/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page
    .context()
    .addCookies([{ name: 'Admin-Token', value: token?.value ?? '', url: console.url }]);
  await page.goto('/dashboard');
  await expect(page.getByRole('alertdialog')).toContainText('login status is invalid');
});

/** Opens a page, waits until it rests, and returns the loaded code. */
const loaded = async (page: Page, open: () => Promise<unknown>) => {
  const responses: { url: string; body: Promise<Buffer> }[] = [];
  page.on('response', (response) =>
    responses.push({ url: response.url(), body: response.body().catch(() => Buffer.alloc(0)) }),
  );
  await open();
  const scripts = responses.filter(({ url }) => url.endsWith('.js'));
  const code = await Promise.all(scripts.map(({ body }) => body));
  // As the server sends it.
  const gzip = code.reduce((sum, each) => sum + gzipSync(each, { level: 9 }).length, 0);
  return {
    requests: responses.length,
    files: scripts.length,
    code: code.join('\n'),
    KiB: Math.ceil(gzip / 1024),
  };
};

test('the login page loads no console, no map and one language', async ({ page }) => {
  const { code, requests, KiB } = await loaded(page, async () => {
    await page.goto('/login');
    await expect(page.getByText('Sign in to your console')).toBeVisible();
    await page.waitForLoadState('networkidle');
  });
  expect(code).toContain('Sign in to your console');
  expect(code).not.toContain('leaflet');
  expect(code).not.toContain('ra.action');
  expect(code).not.toContain('登录');
  expect(requests).toBeLessThanOrEqual(8);
  expect(KiB).toBeLessThanOrEqual(145);
});

test('until its code has come, the console shows that it loads', async ({ page }) => {
  const goOn = await holdBack(page, '**/assets/*.js');
  await page.goto('/login', { waitUntil: 'commit' });
  const sign = page.getByRole('status', { name: 'Sealdesk' });
  await expect(sign).toBeVisible();
  expect((await sign.boundingBox())?.height).toBeGreaterThan(600);
  goOn();
  await expect(page.getByText('Sign in to your console')).toBeVisible();
  await expect(sign).toHaveCount(0);
});

for (const { path, limit, most, tag } of [
  { path: '/mapWorld', limit: 454, most: 10, tag: '@long' },
  { path: '/deviceList', limit: 542, most: 14, tag: [] },
]) {
  test(`${path} loads at most ${limit} KiB of compressed code in ${most} files`, { tag }, async ({
    console,
    browser,
  }) => {
    // A new window without a cache.
    const context = await browser.newContext({
      baseURL: console.url,
      locale: 'en-US',
      storageState: await signedIn(console.url, 'harbour'),
    });
    const page = await context.newPage();
    const { code, KiB, files } = await loaded(page, async () => {
      await page.goto(path);
      await expect(page.getByRole('main').getByText(/SD26/).first()).toBeVisible();
    });
    // Only a declaration in JSON needs the descriptions of kinds.
    expect(code).not.toContain('The highest number of characters');
    expect(KiB).toBeLessThanOrEqual(limit);
    expect(files).toBeLessThanOrEqual(most);
    await context.close();
  });
}

test('the code of lists is loaded before the first list, and again after a failure', {
  tag: '@long',
}, async ({ page, console }) => {
  const code = '**/assets/list-*.js';
  await page.route(code, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await console.signIn('harbour', '/mapWorld');
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await failed;
  // The page would be loaded again once the server has answered.
  expect(await page.evaluate(() => fetch('/config.json').then(() => 'isOld' in window))).toBe(true);

  // A list that lacks its code loads the console again, once; then it says so.
  const list = page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: /^Alarm desk/ });
  await list.click();
  await page.waitForFunction(() => !('isOld' in window));
  const reload = page.getByRole('alert').getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute(code);
  await reload.click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const fetched = page.waitForResponse(code);
  await page.goto('/mapWorld');
  await fetched;
  await page.route(code, (route) => route.abort());
  await list.click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a session that ends elsewhere is reported once, however many calls fail', async ({
  page,
  console,
}) => {
  await console.signIn('yantian', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const cookies = await page.context().cookies();
  await endSession(console.url, cookies.find(({ name }) => name === 'Admin-Token')?.value ?? '');
  // The long poll may have noticed already, so the dialog may cover the link.
  await page
    .getByRole('link', { name: 'Home', exact: true, includeHidden: true })
    .last()
    .dispatchEvent('click');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText('Logout Confirmation');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Re-register' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
