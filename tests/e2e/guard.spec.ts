import type { Frame, Page, Route } from 'playwright/test';
import { expect, fillLogin, holdBack, PASSWORD, test } from './console';

const answer = (sign: string, desc: string, data: unknown = null) => ({
  json: { verify: { sign, desc }, data },
});

/** Remembers whether the frame of the console was ever drawn, from the next page load on. */
const watchFrame = async (page: Page) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('nav, table')) sessionStorage.setItem('frameSeen', '1');
    }).observe(document, { childList: true, subtree: true });
  });
  await page.evaluate(() => sessionStorage.removeItem('frameSeen'));
  return () => page.evaluate(() => sessionStorage.getItem('frameSeen'));
};

const failures: {
  what: string;
  locale: string;
  auth: (route: Route) => unknown;
  says: string;
}[] = [
  {
    what: 'refused',
    locale: 'en-US',
    auth: (route) => route.fulfill(answer('fail', 'The rights are being rebuilt <b>now</b>')),
    says: 'The rights are being rebuilt <b>now</b>',
  },
  {
    what: 'without menus',
    locale: 'en-US',
    auth: (route) => route.fulfill(answer('success', '', { menus: [], oper: { id: 2 } })),
    says: 'Failed To Get Permission',
  },
  {
    what: 'without menus',
    locale: 'zh-CN',
    auth: (route) => route.fulfill(answer('success', '', { menus: [], oper: { id: 2 } })),
    says: '获取权限失败',
  },
  {
    what: 'empty',
    locale: 'en-US',
    auth: (route) => route.fulfill(answer('success', '')),
    says: 'Verification Failed, Please Login Again',
  },
  {
    what: 'a page of a proxy',
    locale: 'en-US',
    auth: (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    says: 'The server answered with an error (502).',
  },
  {
    what: 'not there',
    locale: 'zh-CN',
    auth: (route) => route.abort(),
    says: '无法连接服务器',
  },
];

for (const locale of ['en-US', 'zh-CN']) {
  test.describe(locale, { tag: locale === 'en-US' ? [] : ['@long'] }, () => {
    test.use({ locale });
    const here = failures.filter((failure) => failure.locale === locale);
    const failureNames = here.map((failure) => failure.what).join(', ');
    test(`a call for rights with ${failureNames} ends the session, and the login page shows the reason`, async ({
      page,
      console,
    }) => {
      const calls: string[] = [];
      page.on('request', (request) => calls.push(new URL(request.url()).pathname));
      for (const { what, auth, says } of here) {
        await test.step(what, async () => {
          await console.enterAs('harbour');
          const frameSeen = await watchFrame(page);
          await page.route('**/api/auth/getAuth', auth);
          calls.length = 0;
          await page.goto('/deviceList?show=1&x=a%26b');
          await expect(page).toHaveURL(/\/login\?redirect=%2FdeviceList%3Fshow%3D1%26x%3Da%2526b$/);
          await expect(page.getByRole('alert')).toContainText(says);
          expect(await frameSeen()).toBeNull();
          expect(calls.filter((path) => path.startsWith('/api/'))).toEqual(['/api/auth/getAuth']);
          // Restarting a navigation aborts the previous one.
          expect(calls.filter((path) => path === '/login')).toHaveLength(1);
          const cookies = await page.context().cookies();
          expect(cookies.filter(({ name }) => /^(Admin|Security)-/.test(name))).toEqual([]);
          await page.unroute('**/api/auth/getAuth');
        });
      }
      await fillLogin(page, 'harbour', PASSWORD);
      await expect(page).toHaveURL(/\/deviceList\?show=1&x=a%26b$/);
      await expect(page.locator('main')).toBeVisible();
    });
  });
}

test('a page stays hidden until the rights are loaded, and open after a reload', async ({
  page,
  console,
}) => {
  await console.enterAs('harbour');
  const frameSeen = await watchFrame(page);
  const go = await holdBack(page, '**/api/auth/getAuth');
  const authRequest = page.waitForRequest('**/api/auth/getAuth');
  await page.goto('/deviceList');
  await authRequest;
  await expect(page.getByRole('progressbar')).toBeVisible();
  expect(await frameSeen()).toBeNull();
  go();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.unroute('**/api/auth/getAuth');

  for (const path of ['/lockHistory', '/mapWorld', '/404']) {
    await test.step(path, async () => {
      await console.go(path);
      const places: string[] = [];
      const note = (frame: Frame) => places.push(new URL(frame.url()).pathname);
      page.on('framenavigated', note);
      await page.reload();
      await expect(page.locator('main, h1').first()).toBeVisible();
      page.off('framenavigated', note);
      expect([...new Set(places)]).toEqual([path]);
    });
  }
});

/** Holds the calls of the page that opens next, then answers all of them that the session is gone. */
const loseSession = async (page: Page, next: RegExp) => {
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const sessionGone = answer('sessionTimeOut', 'Session gone');
  const calls: string[] = [];
  const waiting: Route[] = [];
  let holding = true;
  await page.route('**/api/**', async (route) => {
    if (holding) return waiting.push(route);
    calls.push(route.request().url());
    await route.fulfill(sessionGone);
  });
  await page.getByRole('link', { name: next }).last().click();
  await expect.poll(() => waiting.length).toBeGreaterThan(2);
  holding = false;
  await Promise.all(waiting.map((route) => route.fulfill(sessionGone)));
  return calls;
};

test('several calls without a session open one dialog, which can be cancelled once and for all', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.signIn('harbour', '/deviceList');
  const calls = await loseSession(page, /^Home$/);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toContainText('Logout Confirmation');
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Re-register']);
  await page.keyboard.press('Escape');
  await page.mouse.click(10, 10);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'General Manage' }).click();
  for (let i = 0; i < 4 || calls.length < 10; i++) {
    const before = calls.length;
    const name = ['Devices', 'Latest data', 'Lock history'][i % 3];
    await page.getByRole('link', { name, exact: true }).last().click();
    await expect.poll(() => calls.length).toBeGreaterThan(before);
  }
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Your session has ended')).toHaveCount(1);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Re-register' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test.describe('in Chinese', { tag: '@long' }, () => {
  test.use({ locale: 'zh-CN' });
  test('the dialog has a single button', async ({ page, console }) => {
    await console.signIn('harbour', '/deviceList');
    await loseSession(page, /^首页$/);
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toHaveCount(1);
    await expect(dialog.getByRole('button')).toHaveText(['重新登录']);
    await page.keyboard.press('Escape');
    await page.mouse.click(10, 10);
    await expect(dialog).toBeVisible();
    await page.unroute('**/api/**');
    await dialog.getByRole('button').click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Fdashboard/);
  });
});

test('failed calls are repeated once the network is back; a page with missing files is loaded again', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('harbour', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const bar = page.getByText('You are offline.');
  const place = async () => (await page.getByRole('main').boundingBox())?.y;
  const before = await place();
  await page.context().setOffline(true);
  await expect(bar).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // The bar does not move the buttons.
  expect(await place()).toBe(before);
  // The failed load is repeated when the network is back.
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await page.context().setOffline(false);
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  let loads = 0;
  // The files are gone, as after an update; the reloaded page names new ones.
  await page.route('**/assets/*.js', (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
  );
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.getByRole('link', { name: 'Home', exact: true }).last().click();
  await expect.poll(() => loads).toBeGreaterThan(0);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading').first()).toBeVisible();
});

test('a long loss of the server is shown, a short one is not; a new release is offered silently', {
  tag: '@long',
}, async ({ page, console }) => {
  await page.clock.install();
  await console.openAs('harbour', '/deviceList');
  await page.waitForResponse('**/api/live/changes');
  const bar = page.getByText('Connection to the server lost.');
  await page.route('**/api/live/**', (route) => route.abort());
  await page.waitForEvent('requestfailed');
  await expect(bar).toHaveCount(0);
  await page.clock.fastForward(21_000);
  await expect(bar).toBeVisible();
  await page.unroute('**/api/live/**');
  await page.clock.fastForward(40_000);
  await expect(bar).toHaveCount(0);

  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const check = page.waitForResponse('**/config.json');
  await page.clock.fastForward('05:01');
  await check;
  const release = page.getByText('A new version is available');
  await expect(release).toHaveCount(0);
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), version: 'next' } });
  });
  // Again if the answer before came only now: a check that is under way replaces the next one.
  await expect(async () => {
    await page.clock.fastForward('05:01');
    await expect(release).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const again = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await again;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(release).toHaveCount(0);
});

test('an uncaught error is logged without its secrets', async ({ console }) => {
  // Another window, because the fixture does not watch it for errors.
  const page = await console.colleague('harbour', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const open = page.getByRole('button', { name: /\d errors?$/ });
  await expect(open).toHaveCount(0);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('thrown with token=T0K3N');
    });
    void Promise.reject(new Error('rejected with {"password":"s3cret"}'));
  });
  await open.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('thrown with token=…');
  await expect(dialog).toContainText('rejected with {"password":"…"}');
  await expect(dialog).not.toContainText(/T0K3N|s3cret/);
  await dialog.getByRole('button', { name: 'Clear all' }).click();
  await page.keyboard.press('Escape');
  await expect(open).toHaveCount(0);
});
