import type { Route } from 'playwright/test';
import { connectLock, openCaller } from './caller';
import { expect, holdBack, test } from './console';

test('the card of a lock keeps its place, from its skeleton to its last value', {
  tag: '@long',
}, async ({ page, console }) => {
  const sn = 'SD2600001';
  // No news, so that the lock stands still.
  await holdBack(page, '**/live/changes');
  const showCard = await holdBack(page, /\/assets\/DeviceCard-/);
  const namePlace = await holdBack(page, '**/place/words');
  await console.openAs('admin', `/mapWorld?sn=${sn}`);
  const card = page.getByRole('dialog', { name: `Lock ${sn}` });
  await test.step('the skeleton has the known values', async () => {
    await expect(card.locator('[aria-busy=true]')).toContainText(sn);
    await expect(card).toHaveCSS('opacity', '1');
  });
  const box = await card.boundingBox();
  await test.step('then its code is there', async () => {
    showCard();
    await expect(card.getByRole('button', { name: 'Follow' })).toBeVisible();
    expect(await card.boundingBox()).toEqual(box);
  });
  await test.step('then the name of its place', async () => {
    const named = page.waitForResponse('**/place/words');
    namePlace();
    const { data } = await (await named).json();
    await expect(card).toContainText(data.words[0]);
    expect(await card.boundingBox()).toEqual(box);
  });
});

test('the buttons of a silent lock come with the reason of its silence, so that none moves', async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'admin');
  const sn = `SILENT${process.pid}`;
  const { list: orgs } = await caller.ask('/org/list', {});
  const { lock } = await connectLock(caller, sn, orgs[0].id);
  const report = { ts: Date.now(), report_reson: 1, lock_status: 3, long: 113.9, lat: 22.5 };
  await lock.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
  await lock.endAsync();
  const stored = async () => (await caller.ask('/device/list', { sn })).list[0];
  await expect.poll(stored).toMatchObject({ communicate_status: 0 });
  const judge = await holdBack(page, '**/live/health');
  await console.openAs('admin', `/mapWorld?sn=${sn}`);
  const card = page.getByRole('dialog', { name: new RegExp(sn) });
  await expect(card).toContainText('Offline');
  await expect(card.getByRole('status')).toHaveText('Loading');
  await expect(card.getByRole('button', { name: 'Unseal' })).toHaveCount(0);
  judge();
  await expect(card.getByRole('region', { name: /./ })).toContainText('Last heard');
  await expect(card.getByRole('button', { name: 'Unseal' })).toBeVisible();
});

test('the last hour of a lock shows an error, and is loaded again', async ({ page, console }) => {
  const records = '**/deviceLocationRecord/list';
  const answerWith = (answer: (route: Route) => Promise<void>) => page.route(records, answer);
  await console.openAs('admin', '/mapWorld?sn=SD2600001');
  const card = page.getByRole('dialog', { name: 'Lock SD2600001' });
  const lastHour = card.getByRole('button', { name: 'Last hour' });
  await test.step('an error', async () => {
    const verify = { sign: 'fail', desc: 'The records are being moved' };
    await answerWith((route) => route.fulfill({ json: { verify, data: null } }));
    await lastHour.click();
    await expect(card.getByRole('alert')).toContainText(
      'The last hour could not be read: The records are being moved',
    );
    await expect(lastHour).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('no position', async () => {
    await answerWith(async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, data: { ...data, list: [], total: 0 } } });
    });
    await card.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(card.getByRole('status')).toContainText('No position in the last hour.');
    await expect(card.getByRole('alert')).toHaveCount(0);
    await expect(lastHour).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('positions', async () => {
    await page.unroute(records);
    await lastHour.click();
    await expect(lastHour).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.leaflet-overlay-pane path').last()).toBeVisible();
    await expect(card.getByRole('status')).toHaveCount(0);
  });
});

test('the list beside the map and the card show the worst alarm of a lock', async ({
  page,
  console,
}) => {
  await page.route('**/alertRecord/list', async (route) => {
    const { pageSize } = route.request().postDataJSON();
    if (pageSize !== 500) return route.continue();
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const alarms = (data.list as { sn: string }[]).map((alarm) => ({
      ...alarm,
      police_type: 1010,
      severity: 2,
      taken_by: alarm.sn === sn ? 'Chen Hao' : null,
    }));
    await route.fulfill({ json: { ...rest, data: { ...data, list: alarms } } });
  });
  const caller = await openCaller(console.url, 'admin');
  const { list } = await caller.ask('/alertRecord/list', { state: [0], pageSize: 1 });
  const { sn } = list[0];
  await console.openAs('admin', '/mapWorld');
  const row = page.getByRole('option', { name: new RegExp(sn) });
  await expect(row).toContainText('Illegal dismantling');
  await expect(row).toContainText('Taken by Chen Hao');
  await row.click();
  const card = page.getByRole('dialog', { name: `Lock ${sn}` });
  await expect(card.getByRole('link', { name: 'Illegal dismantling' })).toBeVisible();
  await test.step('on a narrow map the card is below the lock', async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const top = async () => (await card.boundingBox())?.y ?? 0;
    await expect.poll(top).toBeGreaterThan(768 / 3);
    const map = await page.locator('.leaflet-container').boundingBox();
    expect((await card.boundingBox())?.width).toBe(map?.width);
  });
});
