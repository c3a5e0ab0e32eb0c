import type { Locator, Page } from 'playwright/test';
import { expect, moveTo, row, test, ticketPanel } from './console';

const numberIn = (text: string | null): number => Number(text?.replaceAll(',', ''));

/** How many records the list in view has. */
const listTotal = async (page: Page): Promise<number> => {
  // Pages that were left stay, unseen.
  const pager = page.getByText(/^\d[\d,]*–\d[\d,]* of [\d,]+$/).filter({ visible: true });
  const none = page.getByText('No records match the filters').filter({ visible: true });
  await expect(pager.or(none)).toHaveCount(1);
  if (!(await pager.isVisible())) return 0;
  return numberIn(/of ([\d,]+)$/.exec((await pager.textContent()) ?? '')?.[1] ?? null);
};

/** Comes back to the dashboard, reads a figure, and opens the list behind it; a fleet changes meanwhile now and then. */
const expectListBehind = async (
  page: Page,
  link: () => Locator,
  figure: (link: Locator) => Promise<number>,
): Promise<void> => {
  await expect(async () => {
    await moveTo(page, '/dashboard');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh', exact: true });
    await refresh.click();
    await expect(refresh).toHaveAttribute('aria-busy', 'false');
    const count = await figure(link());
    await link().click();
    await expect(page).toHaveURL(/filter=/);
    expect(await listTotal(page)).toBe(count);
  }).toPass();
};

const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const lastNumber = async (link: Locator) => {
  // A figure comes when it is counted; until then its place is grey.
  await expect(link).toContainText(/\d$/);
  return numberIn(/([\d,]+)$/.exec((await link.textContent()) ?? '')?.[1] ?? null);
};

test('every tile and every line of the SIM cards open as many records as they say', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/dashboard');
  for (const name of ['All locks', 'Online', 'Sealed', 'Unsealed', 'Unprocessed alarms']) {
    const tile = () =>
      page.locator('main a').filter({ has: page.getByRole('heading', { name, exact: true }) });
    await test.step(name, () => expectListBehind(page, tile, lastNumber));
  }
  for (const name of ['None', 'Within one month', 'Within three months', 'Expired']) {
    const line = () =>
      section(page, 'SIM card expiry').getByRole('link', { name: new RegExp(`^${name}`) });
    await test.step(name, () => expectListBehind(page, line, lastNumber));
  }
});

test('a seal is counted: on its day, and as a command that succeeded', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD2600012');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Commands for SD2600012' }).click();
  const offer = page.getByRole('menuitem', { name: /^(Seal|Unseal)$/, disabled: false }).first();
  const command = ((await offer.textContent()) ?? '').trim();
  await offer.click();
  await page.getByRole('dialog').getByRole('button', { name: command, exact: true }).click();
  await expect(ticketPanel(page)).toContainText('Done');
  const kind = command === 'Seal' ? 'Seals' : 'Unseals';

  const [figures, history] = ['**/api/alertRecord/count', '**/api/lockHistory/list'] as const;
  for (const call of [figures, history]) {
    await page.route(call, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, data: { ...answer.data, growing: true } } });
    });
  }
  await console.go('/dashboard');
  const growing = page.getByText('The past of the demo is still being made');
  await expect(growing).toBeVisible();
  await page.unroute(figures);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(growing).toBeHidden();
  const seals = section(page, 'Seals and unseals');
  await expect(seals.getByText('Seals', { exact: true })).toBeVisible();
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
  // A list says so as well, and asks again by itself.
  await expect(growing).toBeVisible();
  await page.unroute(history);
  await expect(growing).toBeHidden();

  const done = () => section(page, 'Commands by result').getByRole('link', { name: /^Success/ });
  await expectListBehind(page, done, lastNumber);
});

test('what cannot be counted says so, and the rest goes on', async ({ page, console }) => {
  await page.route('**/api/lockHistory/count', (route) =>
    route.fulfill({ status: 404, body: 'Not Found' }),
  );
  await page.route('**/api/cardRenewal/count', (route) =>
    route.fulfill({
      json: { verify: { sign: 'fail', desc: 'The database is <b>busy</b>' }, data: null },
    }),
  );
  await page.route('**/api/alertRecord/count', (route) =>
    route.fulfill({ json: { verify: { sign: 'noPermission', desc: 'No' }, data: null } }),
  );
  await console.openAs('admin', '/dashboard');
  await expect(section(page, 'Seals and unseals')).toContainText('does not count these records');
  await expect(section(page, 'Alarms by kind')).toHaveCount(0);
  const sim = section(page, 'SIM card expiry');
  await expect(sim).toContainText('The database is <b>busy</b>');
  await expect(section(page, 'Lock status')).toContainText('Sealed');
  await page.unroute('**/api/cardRenewal/count');
  await sim.getByRole('button', { name: 'Try again' }).click();
  await expect(sim.getByRole('link', { name: /^Expired/ })).toBeVisible();
});

test('a lock shows where it is and what it measured', async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD2600004');
  await page
    .getByRole('link', { name: 'SD2600004' })
    .or(page.getByText('SD2600004'))
    .first()
    .click();
  const detail = page.getByRole('dialog', { name: /SD2600004/ });
  await detail.getByRole('tab', { name: 'Telemetry' }).click();
  const battery = detail.getByRole('group', { name: 'Battery' });
  await expect(battery.locator('svg path').first()).toBeAttached();
  await battery.getByRole('button', { name: 'Show as table' }).click();
  await expect(battery.getByRole('row').nth(1)).toContainText(/\d{4}-\d\d-\d\d .*\d/);

  await detail.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('application', { name: 'Where SD2600004 is' })).toBeVisible();
  await detail.getByRole('link', { name: 'Show on the map' }).click();
  await expect(page).toHaveURL(/\?sn=SD2600004/);
});

test.describe('the place of a card', () => {
  const openPicker = async (page: Page) => {
    await page.getByRole('button', { name: 'New' }).click();
    const form = page.getByRole('dialog', { name: /IC card/ });
    await form.getByRole('button', { name: 'Pick on map' }).click();
    const picker = page.getByRole('dialog', { name: /choose on the map/ });
    const map = picker.getByRole('application');
    await expect(map).toBeVisible();
    return { form, picker, map };
  };
  const coordinates = async (picker: Locator) =>
    ((await picker.getByLabel('Latitude, longitude').inputValue()) ?? '').split(', ').map(Number);

  test('is picked with the mouse, its circle by dragging', async ({ page, console }) => {
    await console.openAs('admin', '/icCard');
    const { form, picker, map } = await openPicker(page);
    await expect(picker.getByRole('button', { name: 'Use this place' })).toBeDisabled();
    await picker.getByLabel('Latitude, longitude').fill('30.62, 122.07');
    await page.keyboard.press('Enter');
    const radius = picker.getByRole('textbox', { name: 'Radius' });
    await expect(radius).toHaveValue('1000');
    await radius.fill('40000');
    const box = await map.boundingBox();
    if (!box) throw new Error('The map has no place on the screen');
    await page.mouse.click(box.x + box.width / 2 + 80, box.y + box.height / 2 + 40);
    const [lat = 0, lon = 0] = await coordinates(picker);
    expect(lat).toBeLessThan(30.6);
    expect(lon).toBeGreaterThan(122.1);
    const handle = picker.locator('.leaflet-marker-draggable').nth(1);
    const edge = await handle.boundingBox();
    if (!edge) throw new Error('The circle has no handle');
    await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
    await page.mouse.down();
    await page.mouse.move(edge.x + edge.width / 2 + 60, edge.y + edge.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => Number(await radius.inputValue())).toBeGreaterThan(45_000);
    const metres = await radius.inputValue();
    await picker.getByRole('button', { name: 'Use this place' }).click();
    await expect(picker).toBeHidden();
    await expect(form.getByLabel('Place: latitude')).toHaveValue(String(lat));
    await expect(form.getByLabel('Place: longitude')).toHaveValue(String(lon));
    await expect(form.getByLabel(/^Radius/)).toHaveValue(metres);

    const card = Date.now().toString(16).toUpperCase();
    await form.getByLabel(/^Card number/).fill(card);
    await form.getByLabel(/^Organisation/).click();
    await page.getByRole('option', { name: 'Coastal Customs' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await row(page, card).getByText(card).click();
    const detail = page.getByRole('dialog', { name: new RegExp(card) });
    await expect(detail).toContainText(lat.toFixed(6));
    await expect(detail.getByRole('application', { name: 'Place' })).toBeVisible();
  });

  test('is picked with the keyboard alone', async ({ page, console }) => {
    await console.openAs('admin', '/icCard');
    const { form, picker, map } = await openPicker(page);
    await picker.getByLabel('Latitude, longitude').focus();
    await page.keyboard.press('Tab');
    await expect(map).toBeFocused();
    await page.keyboard.press('Enter');
    const [lat = 0, lon = 0] = await coordinates(picker);
    await page.keyboard.press('ArrowRight');
    await expect(async () => {
      await page.keyboard.press('Enter');
      expect((await coordinates(picker))[1]).toBeGreaterThan(lon);
    }).toPass();
    expect((await coordinates(picker))[0]).toBeCloseTo(lat, 1);
    const slider = picker.getByRole('slider', { name: 'Radius' });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    const radius = await picker.getByRole('textbox', { name: 'Radius' }).inputValue();
    expect(Number(radius)).toBeGreaterThan(1000);
    const [, chosen] = await coordinates(picker);
    await picker.getByRole('button', { name: 'Use this place' }).press('Enter');
    await expect(form.getByLabel('Place: longitude')).toHaveValue(String(chosen));
    await expect(form.getByLabel(/^Radius/)).toHaveValue(radius);
  });
});

test('the latest data follow the locks without a reload', async ({ page, console }) => {
  await console.openAs('admin', '/latestData');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const first = page.getByRole('row').nth(1);
  await expect(first).toBeVisible();
  const before = await first.innerText();
  await expect.poll(() => first.innerText()).not.toBe(before);
  await expect
    .poll(() => fetched.filter((path) => path.endsWith('/latestData/list')).length)
    .toBeGreaterThan(0);
});
