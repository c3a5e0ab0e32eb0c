import type { Locator } from 'playwright/test';
import { violations } from './axe';
import { expect, holdBack, moveTo, test } from './console';

test('a loading list has its header, and a block where its rows begin', async ({
  page,
  console,
}) => {
  const release = await holdBack(page, '**/api/device/list');
  await console.openAs('admin', '/deviceList');
  await expect(page.getByRole('columnheader', { name: 'Lock status' })).toBeVisible();
  const loading = page.locator('tr[data-loading]');
  await expect(loading.first()).toBeVisible();
  const before = await loading.first().boundingBox();
  release();
  const first = page.locator('tr[data-index]').first();
  await expect(first).toBeVisible();
  await expect(loading).toHaveCount(0);
  const after = await first.boundingBox();
  expect(Math.abs((before?.y ?? 0) - (after?.y ?? 0))).toBeLessThanOrEqual(1);
});

test('a page whose code is loading has its title, and no accessibility fault', async ({
  page,
  console,
}) => {
  const release = await holdBack(page, /assets\/(list|dashboard)-[^/]*\.js$/);
  let middle: number | undefined;
  const middleOf = async (heading: Locator) => {
    const box = await heading.filter({ visible: true }).boundingBox();
    return box ? box.y + box.height / 2 : undefined;
  };
  for (const [path, title] of [
    ['/smsRecord', 'SMS log'],
    ['/dashboard', 'Home'],
  ] as const) {
    await test.step(path, async () => {
      await (path === '/smsRecord' ? console.openAs('admin', path) : moveTo(page, path));
      const heading = page.getByRole('heading', { level: 1, name: title });
      await expect(heading.filter({ visible: true })).toBeVisible();
      middle ??= await middleOf(heading);
      expect(await violations(page)).toEqual([]);
    });
  }
  release();
  await expect(page.getByRole('heading', { name: 'Open alarms' })).toBeVisible();
  await moveTo(page, '/smsRecord');
  await expect(page.getByRole('tablist', { name: 'Lists of this page' })).toBeVisible();
  const heading = page.getByRole('heading', { level: 1, name: 'SMS log' });
  expect(await middleOf(heading)).toBe(middle);
});

test('the map has its title while its code is loading', async ({ page, console }) => {
  const release = await holdBack(page, /assets\/map-[^/]*\.js$/);
  await console.openAs('admin', '/mapWorld');
  await expect(page.getByRole('heading', { level: 1, name: 'Map', exact: true })).toBeAttached();
  expect(await violations(page)).toEqual([]);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Fleet map' })).toBeAttached();
});

test('a command page names no number of locks before it is known; twin tabs have no scroll buttons', async ({
  page,
  console,
}) => {
  const release = await holdBack(page, '**/api/device/list');
  await console.openAs('admin', '/sealIssue');
  await expect(page.getByRole('button', { name: 'All locks' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: /^All \d+ locks$/ })).toBeVisible();
  await moveTo(page, '/smsRecord');
  await expect(page.getByRole('tablist', { name: 'Lists of this page' })).toBeVisible();
  await expect(page.locator('.MuiTabs-scrollButtons')).toHaveCount(0);
});

test('a loading record has no number as its title', async ({ page, console }) => {
  const release = await holdBack(page, '**/api/device/*');
  await console.openAs('admin', '/deviceList?show=1');
  const record = page.getByRole('dialog');
  await expect(record).toBeVisible();
  await expect(record.getByRole('heading').first()).toHaveText('');
  release();
  await expect(record.getByRole('heading').first()).toHaveText(/\S/);
});

/** Line height of a label, in its font size. */
const LABEL_LINE = 1.4375;

test('header and filters take one line each; rows are equally high and times equally wide', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  const rows = page.locator('tr[data-index]');
  await expect(rows.first()).toBeVisible();
  const heights = await rows.evaluateAll((all) =>
    // The last row has no line below.
    all.slice(0, -1).map((each) => Math.round(each.getBoundingClientRect().height)),
  );
  expect(new Set(heights).size).toBe(1);
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height;
  expect(await heightOf(page.getByRole('search'))).toBe(30);
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height / 2 : Number.NaN;
  };
  const inOneLine = async (a: Locator, b: Locator) =>
    expect(Math.abs((await middleOf(a)) - (await middleOf(b)))).toBeLessThan(2);
  const title = page.getByRole('heading', { level: 1 });
  const create = page.getByRole('button', { name: 'New' });
  await inOneLine(title, create);
  // A filter adds an icon. Below 1440 px the tools are icons too, and the views scroll where they have too little room.
  await page.getByRole('textbox', { name: 'SN' }).fill('SD26');
  const reset = page.getByRole('button', { name: /^Reset filters/ });
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(reset).toHaveText('');
    await inOneLine(title, reset);
    await inOneLine(title, create);
  }
  // The line of views clips what is outside of a view.
  const view = page.getByRole('button', { name: /^Low battery/ });
  await title.click();
  await page.keyboard.press('Tab');
  await expect(view).toBeFocused();
  await expect(view).toHaveCSS('outline-offset', '-2px');
  // The label over a filled input is no smaller than the smallest text.
  const labelHeight = await heightOf(page.locator('label', { hasText: /^SN$/ }));
  expect((labelHeight ?? 0) / LABEL_LINE).toBeGreaterThanOrEqual(12);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/operationLog');
  const times = page.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).filter({ visible: true });
  await expect(times.first()).toBeVisible();
  const widths = await times.evaluateAll((all) =>
    all.map((each) => Math.round(each.getBoundingClientRect().width)),
  );
  expect(new Set(widths).size).toBe(1);
});

test('the alarm desk shows its views and the chosen period in full', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/alertRecord');
  const isWhole = (part: Locator) =>
    part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  const views = page.getByRole('group', { name: 'Standard views' });
  await expect(views.getByRole('button').last()).toContainText(/\d/);
  expect(await isWhole(views)).toBe(true);
  const period = page.getByRole('combobox', { name: 'Time' });
  await expect(period).toHaveValue('Last 24 hours');
  expect(await isWhole(period)).toBe(true);
});
