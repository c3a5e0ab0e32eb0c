import type { Page } from 'playwright/test';
import { startGoogleTiles } from '../googleTiles';
import { openCaller, signedIn } from './caller';
import { enter, expect, test } from './console';
import { type RunningConsole, runDemo } from './startConsole';

let google: Awaited<ReturnType<typeof startGoogleTiles>>;
let own: RunningConsole;
let keyId: number;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  google = await startGoogleTiles();
  own = await runDemo({ MAP_SERVICE: `off ${google.service}` });
  google.referrer = `${own.url}/`;
  const admin = await openCaller(own.url, 'admin');
  const key = { mapCode: 'google', useTerminal: 'web', mapKey: google.key };
  keyId = (await admin.ask('/mapKeyWeb/add', key)).id;
});

test.afterAll(async () => {
  await own.stop();
  google.stop();
});

/** Changes the key, so that neither side remembers its session. */
const changeKey = async (mapKey: string) => {
  const admin = await openCaller(own.url, 'admin');
  await admin.ask('/mapKeyWeb/update', { id: keyId, mapKey });
};

const openMap = async (page: Page, login: string) => {
  await enter(page, await signedIn(own.url, login));
  await page.goto(`${own.url}/google`);
  await expect(page.getByRole('img', { name: /^Scale/ })).toBeVisible();
};

test('a key is enough for Google’s streets, with the copyright of the view', {
  tag: '@long',
}, async ({ page }) => {
  await openMap(page, 'harbour');
  const source = page.getByText(/Map data: Google Maps, Map data ©2026 at zoom \d+/);
  await expect(source).toBeVisible();
  const before = await source.textContent();
  expect(google.tiles).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(source).not.toHaveText(before ?? '');
  for (const view of google.views) {
    const [north, south, east, west] = ['north', 'south', 'east', 'west'].map((side) =>
      Number(view.get(side)),
    );
    expect(north).toBeGreaterThan(south ?? Number.NaN);
    expect(
      Math.max(Math.abs(east ?? Number.NaN), Math.abs(west ?? Number.NaN)),
    ).toBeLessThanOrEqual(180);
  }
  expect([...google.sessions.values()].map(({ language }) => language)).toEqual(['en-US']);
});

test('operators who can change the key see a refusal, and others see the World map', {
  tag: '@long',
}, async ({ page }) => {
  await changeKey('AIza-mistyped');
  await openMap(page, 'admin');
  await expect(page.getByRole('alert')).toHaveText(/Google does not know the map key\. Copy it/);
  await expect(page.getByText('Map data: Natural Earth')).toBeVisible();
  await page.getByRole('button', { name: 'Switch Map' }).click();
  await page.getByRole('menuitemradio', { name: /Google.*does not know the map key/ }).click();
  await expect(page).toHaveURL(/\/mapKeyWeb$/);

  await openMap(page, 'shift');
  await expect(page.getByText('Map data: Natural Earth')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await changeKey(google.key);
});
