import type { Page } from 'playwright/test';
import { mapColours } from '../../src/console/maps/look';
import { LOCK } from '../../src/domain/lock';
import { expect, test } from './console';

test.use({ colorScheme: 'dark' });

const [onScreen, onPaper] = [mapColours('dark'), mapColours('light')];

const rgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

/** Map as it was on paper. */
interface Paper {
  /** False if the map of the screen was mounted anew: such a map is blank. */
  readonly isSame: boolean;
  readonly sea: string;
  /** True if the drawings reach the edges of the map. */
  readonly isCovered: boolean;
  /** Drawing of the locks. */
  readonly image?: ImageData;
}

/** Prints a page, and returns its map. */
const print = async (page: Page): Promise<Omit<Paper, 'image'>> => {
  await page.evaluate(() => {
    const find = () => document.querySelector('.leaflet-container');
    const before = find();
    const look = () => {
      const map = find();
      const width = map?.querySelector('canvas.leaflet-zoom-animated')?.clientWidth ?? 0;
      const locks = map?.querySelector<HTMLCanvasElement>('.fleet-canvas');
      const context = locks?.getContext('2d');
      const paper: Paper = {
        isSame: map !== null && map === before,
        sea: map ? getComputedStyle(map).backgroundColor : '',
        isCovered: width >= (map?.clientWidth ?? 0),
        image: locks ? context?.getImageData(0, 0, locks.width, locks.height) : undefined,
      };
      Object.assign(window, { paper });
    };
    // The browser lays the page out for paper after this event.
    const wait = () =>
      matchMedia('print').addEventListener('change', () => queueMicrotask(look), { once: true });
    addEventListener('beforeprint', wait, { once: true });
  });
  await page.pdf({ format: 'A4' });
  return page.evaluate(() => {
    const { isSame, sea, isCovered } = Reflect.get(window, 'paper') as Paper;
    return { isSame, sea, isCovered };
  });
};

/** Counts the pixels of a colour, `#rrggbb`, in the printed drawing of the locks. */
const printedPixels = (page: Page, colour: string): Promise<number> =>
  page.evaluate((hex) => {
    const { data = [] } = (Reflect.get(window, 'paper') as Paper).image ?? {};
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i] === r && data[i + 1] === g && data[i + 2] === b) count++;
    }
    return count;
  }, colour);

const printed = { isSame: true, sea: rgb(onPaper.sea), isCovered: true };

test('the map of locks prints in light colours at the size of the paper', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/amap');
  const map = page.getByRole('application', { name: 'Map of locks' });
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page.getByText(/^\d+ locks$/)).toBeVisible();
  const size = await map.boundingBox();
  expect(await print(page)).toEqual(printed);
  expect(await printedPixels(page, onPaper.states[LOCK.sealed])).toBeGreaterThan(20);
  expect(await printedPixels(page, onScreen.states[LOCK.sealed])).toBe(0);
  await expect(map).toHaveCSS('background-color', rgb(onScreen.sea));
  expect(await map.boundingBox()).toEqual(size);
});

test('the map of a lock is printed with its page', async ({ page, console }) => {
  await console.openAs('harbour', '/deviceList?show=2');
  const map = page.getByRole('application');
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeVisible();
  expect(await print(page)).toEqual(printed);
  await expect(map).toHaveCSS('background-color', rgb(onScreen.sea));
});
