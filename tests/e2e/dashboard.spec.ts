import type { Locator, Page } from 'playwright/test';
import { momentFromNow } from '../../src/domain/figures';
import { LOCK } from '../../src/domain/lock';
import { type Caller, openCaller } from './caller';
import { expect, moveTo, row, test } from './console';

const numberIn = (text: string | null): number => Number(text?.replaceAll(',', ''));

/** Returns the number of records of the visible list. */
const listTotal = async (page: Page): Promise<number> => {
  // Pages that were left stay hidden in the document.
  const pager = page.getByText(/^\d[\d,]*–\d[\d,]* of [\d,]+$/).filter({ visible: true });
  const none = page.getByText('No records match the filters').filter({ visible: true });
  await expect(pager.or(none)).toHaveCount(1);
  if (!(await pager.isVisible())) return 0;
  return numberIn(/of ([\d,]+)$/.exec((await pager.textContent()) ?? '')?.[1] ?? null);
};

const refresh = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Refresh', exact: true });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'false');
};

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const line = (page: Page, title: string, name: string) =>
  section(page, title).getByRole('link', { name: new RegExp(`^${name}.*\\d$`) });

const lastNumber = async (link: Locator) => {
  // A figure appears when it is counted; until then a grey area is shown.
  await expect(link).toContainText(/\d$/);
  return numberIn(/([\d,]+)$/.exec((await link.textContent()) ?? '')?.[1] ?? null);
};

/** Entity of each list that a figure opens. */
const ENTITIES: Readonly<Record<string, string>> = {
  '/deviceList': 'device',
  '/alertRecord': 'alertRecord',
  '/cardRenewal': 'cardRenewal',
  '/appointmentCommandRecord': 'appointmentCommandRecord',
};

/** Returns the total of the list behind a figure, by a call. */
const totalBehind = async (caller: Caller, link: Locator): Promise<number> => {
  const { pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '', 'http://x');
  // The console resolves a time relative to now.
  const filter = JSON.parse(searchParams.get('filter') ?? '{}', (_, value) =>
    /^now/.test(value) ? momentFromNow(value, Date.now()) : value,
  );
  return (await caller.ask(`/${ENTITIES[pathname]}/list`, filter)).total;
};

/** Unseals a sealed lock, or seals an unsealed one. @returns the label of the action in the chart */
const sealOrUnseal = async (caller: Caller, sn: string): Promise<string> => {
  const { list } = await caller.ask('/device/list', { sn });
  const isSealed = list[0].status === LOCK.sealed;
  const { tickets } = await caller.ask(isSealed ? '/command/unseal' : '/command/seal', {
    sns: [sn],
  });
  const answers = async () => {
    const { list: sent } = await caller.ask('/appointmentCommandRecord/list', { sn });
    return sent.find(({ id }: { id: number }) => id === tickets[0].id)?.state;
  };
  await expect.poll(answers).toBe('success');
  return isSealed ? 'Unsealed' : 'Sealed';
};

test('each figure equals the list behind it and follows the locks; a failed count is marked', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'admin');
  const refused = { verify: { sign: 'noPermission', desc: 'No' }, data: null };
  const busy = { verify: { sign: 'fail', desc: 'The database is <b>busy</b>' }, data: null };
  await page.route('**/api/lockHistory/count', (route) =>
    route.fulfill({ status: 404, body: 'Not Found' }),
  );
  await page.route('**/api/cardRenewal/count', (route) => route.fulfill({ json: busy }));
  await page.route('**/api/alertRecord/count', (route) => route.fulfill({ json: refused }));
  await console.openAs('admin', '/dashboard');
  const seals = section(page, 'Sealing and unsealing');
  await test.step('failed counts', async () => {
    await expect(seals).toContainText('does not count these records');
    await expect(section(page, 'Alarms by type')).toHaveCount(0);
    await expect(section(page, 'Open alarms').getByRole('listitem').first()).toBeVisible();
    const sim = section(page, 'SIM card expiry');
    await expect(sim).toContainText('The database is <b>busy</b>');
    await expect(line(page, 'Not sealed', 'Sealed')).toContainText(/\d$/);
    await page.unrouteAll();
    await sim.getByRole('button', { name: 'Try again' }).click();
    await expect(line(page, 'SIM card expiry', 'Expired')).toBeVisible();
  });

  const kind = await sealOrUnseal(caller, 'SD2600012');
  const [figures, history] = ['**/api/alertRecord/count', '**/api/lockHistory/list'] as const;
  const growing = page.getByText('Demo history is still loading');
  await test.step('incomplete history', async () => {
    for (const call of [figures, history]) {
      await page.route(call, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, data: { ...answer.data, growing: true } } });
      });
    }
    await refresh(page);
    await expect(growing).toBeVisible();
    await page.unroute(figures);
    await refresh(page);
    await expect(growing).toBeHidden();
  });

  await test.step('each figure', async () => {
    const links = [
      ...(
        [
          ['Open alarms', ['Critical', 'Major', 'Minor', 'Not taken']],
          ['On the move', ['Offline']],
          ['Not sealed', ['Open', 'Abnormal', 'Closed', 'Initial', 'Sealed']],
          ['Running out', ['Battery', 'Offline over 24 h', 'SIM: expired', 'SIM: within']],
          ['SIM card expiry', ['None due', 'Within one month', 'Within three months', 'Expired']],
          ['Commands by result', ['Success']],
        ] as const
      ).flatMap(([title, names]) => names.map((name) => line(page, title, name))),
    ];
    // The fleet may change meanwhile.
    await expect(async () => {
      await refresh(page);
      const counts = await Promise.all(links.map(lastNumber));
      expect(counts).toEqual(await Promise.all(links.map((link) => totalBehind(caller, link))));
    }).toPass();
  });

  await test.step('the list behind it', async () => {
    await seals.getByRole('button', { name: 'Show as table' }).click();
    const today = seals
      .getByRole('row')
      .nth(1)
      .getByRole('link', { name: new RegExp(kind) });
    const count = await lastNumber(today);
    await today.click();
    await expect(page).toHaveURL(/\/lockHistory\?/);
    expect(await listTotal(page)).toBe(count);
    await expect(row(page, 'SD2600012').first()).toBeVisible();
    // A list says so too, and reloads by itself.
    await expect(growing).toBeVisible();
    await page.unroute(history);
    await expect(growing).toBeHidden();
    await moveTo(page, '/dashboard');
    await page.getByRole('link', { name: /^\d[\d,]* locks$/ }).click();
    await expect(page).toHaveURL(/\/deviceList/);
  });

  await test.step('moving locks on the map', async () => {
    await moveTo(page, '/dashboard');
    const moving = line(page, 'On the move', 'Moving');
    const standing = line(page, 'On the move', 'Standing');
    await expect(standing).toHaveAttribute('href', /\?motion=standing$/);
    await moving.click();
    await expect(page).toHaveURL(/\?motion=moving$/);
    const legend = page.getByRole('button', { name: /^Moving/ }).filter({ visible: true });
    await expect(legend.first()).toBeVisible();
  });

  await test.step('the latest data, without a reload', async () => {
    const listRequest = page.waitForRequest('**/latestData/list');
    await moveTo(page, '/latestData');
    await listRequest;
    const first = page.getByRole('row').nth(1);
    await expect(first).toBeVisible();
    const before = await first.innerText();
    await expect.poll(() => first.innerText()).not.toBe(before);
  });
});

test('the first screen shows four sections of figures', async ({ page, console }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await console.openAs('admin', '/dashboard');
  for (const title of ['Open alarms', 'On the move', 'Not sealed', 'Running out']) {
    const figures = section(page, title).getByRole('link').filter({ hasText: /\d$/ });
    await expect(figures.first()).toBeVisible();
    const box = await section(page, title).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 900)).toBeLessThan(560);
  }
});

test('administrators are warned of a database for demos only', async ({ page, console }) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), demoDatabase: true } });
  });
  const warning = page.getByRole('alert').filter({ hasText: 'PGlite' });
  for (const login of ['admin', 'harbour']) {
    await console.openAs(login, '/dashboard');
    await expect(warning).toContainText('Set DATABASE_URL');
  }
  await console.openAs('shift', '/dashboard');
  await expect(section(page, 'Open alarms')).toBeVisible();
  await expect(warning).toHaveCount(0);
});
