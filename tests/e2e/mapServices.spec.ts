import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { signedIn } from './caller';
import { enter, expect, moveTo, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';
import { imagesFile, startTileServer, streetsFile } from './tileServer';

let tiles: Awaited<ReturnType<typeof startTileServer>>;
let own: RunningConsole;
let dataDir: string;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  tiles = await startTileServer();
  dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-maps-'));
  await mkdir(join(dataDir, 'maps'));
  await writeFile(join(dataDir, 'maps/streets.pmtiles'), streetsFile());
  const services = [
    `google=${tiles.url}/ok/{z}/{x}/{y}.png#attribution=Loopback+maps`,
    `amap=${tiles.url}/refuse/{z}/{x}/{y}.png`,
    `baidu=${tiles.url}/ok/{z}/{x}/{y}.png?ak={key}`,
  ];
  const template = process.env.DEMO_TEMPLATE;
  own = await runConsole({ dataDir, template, env: { MAP_SERVICE: services.join(' ') } });
});

test.afterAll(async () => {
  await own.stop();
  tiles.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Signs in with a stored view of the map. */
const leaveAt = async (page: Page, login: string, view: object): Promise<void> => {
  await enter(page, await signedIn(own.url, login));
  await page.evaluate(
    (left) => localStorage.setItem('sealdesk.map.view', left),
    JSON.stringify(view),
  );
};

/** Opens the map with a stored view. */
const openAs = async (page: Page, login: string, path: string, view: object): Promise<void> => {
  await leaveAt(page, login, view);
  await page.goto(own.url + path);
  await expect(page.getByRole('img', { name: /^Scale/ })).toBeVisible();
};

const switchTo = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Switch Map' }).click();
  await page.getByRole('menuitemradio', { name }).click();
};

const source = (page: Page, text: string) => page.getByText(`Map data: ${text}`);

const tab = (page: Page) =>
  page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: 'Map' });

const SHANGHAI = { lat: 31, lon: 121.4, zoom: 9 };

test('the map switches between providers that answer, refuse, or lack a key', {
  tag: '@long',
}, async ({ page }) => {
  await openAs(page, 'harbour', '/google?sn=SD2600012&link=1', SHANGHAI);
  await expect(source(page, 'Loopback maps')).toBeVisible();
  await expect(page).toHaveTitle(/^Map - /);
  await expect(tab(page)).toHaveCount(1);
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await expect(menu.first()).toHaveText('Map');
  await expect(menu.first()).toHaveAttribute('aria-current', 'page');
  // The element stays the same, so half-drawn shapes are not lost.
  const element = await page.locator('.leaflet-container').elementHandle();
  const scale = await page.getByRole('img', { name: /^Scale/ }).textContent();

  await switchTo(page, 'Amap');
  await expect(page).toHaveURL(`${own.url}/amap?sn=SD2600012&link=1`);
  await expect(page.getByText('Amap is not responding')).toBeVisible();
  await expect(source(page, 'Natural Earth')).toBeVisible();
  await expect(tab(page)).toHaveCount(1);
  expect(await element?.isVisible()).toBe(true);
  await expect(page.getByRole('img', { name: /^Scale/ })).toHaveText(scale ?? '');
  await expect(page.getByRole('dialog', { name: 'Lock SD2600012' })).toBeVisible();

  // An operator who cannot set keys is not offered a map without its key.
  await page.getByRole('button', { name: 'Switch Map' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'World map' })).toBeVisible();
  await page.keyboard.press('Escape');
  await switchTo(page, 'World map');
  await expect(page).toHaveURL(`${own.url}/mapWorld?sn=SD2600012&link=1`);
  await expect(page.getByText('is not responding')).toBeHidden();
  expect(await element?.isVisible()).toBe(true);
});

test('streets come from a file in the data folder; outside its area the map says so', {
  tag: '@long',
}, async ({ page }) => {
  const parts: (string | undefined)[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/maptiles/')) return;
    parts.push(`${response.status()} ${response.request().headers().range?.slice(0, 6)}`);
  });
  await openAs(page, 'harbour', '/mapWorld', { ...SHANGHAI, zoom: 12 });
  await expect(source(page, '© OpenStreetMap contributors')).toBeVisible();
  expect(new Set(parts)).toEqual(new Set(['206 bytes=']));
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled();

  // Far outside of the area of the file.
  await openAs(page, 'harbour', '/mapWorld', { lat: 52, lon: 5, zoom: 12 });
  await expect(source(page, 'Natural Earth')).toBeVisible();
  await expect(page.getByText('No street map here')).toBeVisible();
  await expect(page.getByText('is not responding')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
});

test('land that could not be loaded is reported until it comes', {
  tag: '@long',
}, async ({ page }) => {
  const archive = '**/world-*.pmtiles';
  await page.route(archive, (route) => route.abort());
  await openAs(page, 'harbour', '/mapManage', SHANGHAI);
  const notice = page.getByText('The built-in map could not be loaded');
  await expect(notice).toBeVisible();
  const land = page.locator('.leaflet-tile canvas');
  await expect(land).toHaveCount(0);

  await page.waitForRequest(archive);
  await expect(notice).toBeVisible();
  await page.unroute(archive);
  await expect(land.first()).toBeVisible();
  await expect(notice).toBeHidden();
});

test('streets come from a file of images', { tag: '@long' }, async ({ page }) => {
  const file = imagesFile();
  await page.route('**/maptiles/**', (route) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? [];
    const body = file.subarray(Number(from), Number(to) + 1);
    return route.fulfill({ status: 206, body, headers: { etag: '"images"' } });
  });
  await openAs(page, 'harbour', '/mapWorld', { ...SHANGHAI, zoom: 8 });
  await expect(source(page, '© OpenStreetMap contributors')).toBeVisible();
  const widths = () =>
    page
      .locator('.leaflet-tile-pane img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toContain(1);
  await expect.poll(async () => [...new Set(await widths())]).toEqual([1]);
  await expect(page.getByText('is not responding')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeEnabled();
});

test('a hanging server is reported, unless it is optional', { tag: '@long' }, async ({ page }) => {
  const hangs = `mapWorld=${tiles.url}/hang/{z}/{x}/{y}.png`;
  let mapService = hangs;
  await page.route('**/config.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mapService } });
  });
  await openAs(page, 'harbour', '/mapWorld?sn=SD2600012', { ...SHANGHAI, zoom: 12 });
  await expect(page.getByText('World map is not responding')).toBeVisible();
  await expect(page.getByText('No street map here')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Lock SD2600012' })).toBeVisible();
  mapService = `${hangs}#optional`;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
  await expect(page.getByText('is not responding')).toBeHidden();
  // Once in a session is enough.
  await expect(page.getByText('No street map here')).toBeHidden();
  // The limit that zoomed the map out ends with the map.
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('button', { name: 'Close Map' }).click();
  await expect(tab(page)).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Open pages' })).toBeVisible();
});

test('an operator who can set a map key sees which one is missing, without a warning on the map', {
  tag: '@long',
}, async ({ page }) => {
  await openAs(page, 'admin', '/baidu', SHANGHAI);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Switch Map' }).click();
  await page.getByRole('menuitemradio', { name: /Baidu map.*Needs a key/ }).click();
  await expect(page).toHaveURL(/\/mapKeyWeb$/);
});

test('a map opens at its last zoom even if its streets load late', {
  tag: '@long',
}, async ({ page }) => {
  await page.route(`${tiles.url}/ok/**`, async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await openAs(page, 'harbour', '/google', { ...SHANGHAI, zoom: 14 });
  await page.waitForResponse((response) => response.url().startsWith(`${tiles.url}/ok/`));
  await expect(page.getByRole('img', { name: /^Scale/ })).toHaveText('1 km');
});

test('a map opens at the place in its operator’s settings', { tag: '@long' }, async ({ page }) => {
  await openAs(page, 'customs', '/google', { ...SHANGHAI, zoom: 7 });
  await page.getByRole('button', { name: 'Always open the map here' }).click();
  await expect(page.getByText('The map will open here')).toBeVisible();
  await leaveAt(page, 'customs', { lat: 0, lon: 0, zoom: 3 });
  await page.goto(`${own.url}/dashboard`);
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Map' })
    .click();
  await expect(page).toHaveURL(/\/google$/);
  await expect(page.getByRole('img', { name: /^Scale/ })).toHaveText('100 km');
  await moveTo(page, '/mapManage');
  await expect(page.getByRole('img', { name: /^Scale/ })).toHaveText('100 km');
  await moveTo(page, '/profile');
  await expect(page.getByLabel('Latitude')).toHaveValue(/^(31|30\.99)/);
  await expect(page.getByLabel('Longitude')).toHaveValue(/^121\.[34]/);
  await expect(page.getByLabel('Zoom level')).toHaveValue('7');
  await page.getByLabel('Latitude').fill('');
  const save = page
    .getByRole('region', { name: 'My settings' })
    .getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('Enter all three numbers, or leave all three empty')).toBeVisible();
  await page.getByRole('button', { name: 'Open where I left it' }).click();
  await save.click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await expect(page.getByLabel('Zoom level')).toHaveValue('');
});
