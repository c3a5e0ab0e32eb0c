import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import type { Page } from 'playwright/test';
import { openCaller } from './caller';
import { expect, pressTool, test } from './console';

let nameCount = 0;
/** Returns a fence name that no other test uses. */
const ownName = (what: string) => {
  nameCount += 1;
  return `${what} ${process.pid}-${test.info().retry}-${nameCount}`;
};

const map = (page: Page) => page.locator('.leaflet-container:visible');
const shape = (page: Page) => page.getByRole('dialog').locator('[name=fence_context]');
const handles = (page: Page) => map(page).locator('.leaflet-editing-icon:visible');

/** Returns a position on the map, given in fractions of its width and height. */
const spot = async (page: Page, across: number, down: number) => {
  const box = await map(page).boundingBox();
  if (!box) throw new Error('There is no map');
  return { x: box.x + across * box.width, y: box.y + down * box.height };
};

const press = async (page: Page, across: number, down: number) => {
  const { x, y } = await spot(page, across, down);
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.up();
};

const corners = (page: Page) => map(page).locator('.leaflet-div-icon');

/** Sets one of the first corners of a shape. Retries, because leaflet-draw ignores a press within 50 ms of another. */
const setCorner = (page: Page, count: number, set: () => Promise<void>) =>
  expect(async () => {
    if ((await corners(page).count()) < count) await set();
    expect(await corners(page).count()).toBe(count);
  }).toPass();

const fillIn = async (page: Page, name: string, field = 'fence_name') => {
  const form = page.getByRole('dialog');
  await form.locator(`[name=${field}]`).fill(name);
  await form.locator('input[name=org_id]').click();
  await page.getByRole('option', { name: 'Harbour Logistics' }).click();
};

const save = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: /^(Save|保存)$/ });

const points = (text: string) => text.trim().split('\n').filter(Boolean);

test('a fence is drawn by mouse, survives another provider and a refusal, is changed and deleted', {
  tag: '@long',
}, async ({ page, console, baseURL }) => {
  const caller = await openCaller(baseURL ?? '', 'harbour');
  const takenName = ownName('Taken');
  const circle = { type: 'Point', coordinates: [20, 20] };
  const { list } = await caller.ask('/org/list', { org_name: 'Harbour Logistics' });
  const org_id = list[0].id;
  const other = { fence_type: 'circle', fence_context: circle, radius: 500, org_id };
  const { id } = await caller.ask('/fence/add', { ...other, fence_name: takenName });
  // Simulates a deployment that has a map of another datum beside the World map.
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    const json = { ...(await response.json()), mapService: 'baidu=/nowhere/{z}/{x}/{y}.png' };
    await route.fulfill({ response, json });
  });
  await console.openAs('harbour', '/mapManage');
  const limit = page.getByText('Fence data has at most 3 points');
  // It opens where most fences are, in China, and not at the whole world.
  await expect(page.getByRole('img', { name: /^Scale bar, [125]00 km$/ })).toBeVisible();
  // The table has room beside the map, and the map shows the rows of the table.
  await expect(page.getByRole('row', { name: new RegExp(takenName) })).toBeVisible();
  for (const name of [/^New$/, /^(Export|List tools)$/]) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  const sideways = page.getByRole('table').evaluate((table) => {
    const { scrollWidth, clientWidth } = table.parentElement?.parentElement ?? table;
    return scrollWidth - clientWidth;
  });
  expect(await sideways).toBe(0);
  await page.getByRole('textbox', { name: 'Geofence' }).fill(takenName);
  await expect(page.getByRole('img', { name: /^Scale bar, (\d+ m|1 km)$/ })).toBeVisible();
  await expect(map(page).locator('path.leaflet-interactive')).toBeInViewport();
  // A name wider than its fence is shortened, and one without room is left out.
  const label = map(page).locator('.fence-name span');
  const ring = map(page).locator('path.leaflet-interactive');
  const isWithin = async () => {
    const [text, shape] = await Promise.all([label.boundingBox(), ring.boundingBox()]);
    return text && shape && text.x >= shape.x && text.x + text.width <= shape.x + shape.width;
  };
  await expect.poll(isWithin).toBe(true);
  // Two fences at one place have their names on separate lines.
  const twin = await caller.ask('/fence/add', { ...other, fence_name: `${takenName} twin` });
  await pressTool(page, 'Refresh');
  await expect(label).toHaveCount(2);
  const apart = async () => {
    const [a, b] = await Promise.all([0, 1].map((n) => label.nth(n).boundingBox()));
    return a && b && (a.y + a.height <= b.y || b.y + b.height <= a.y);
  };
  await expect.poll(apart).toBe(true);
  const out = page.getByRole('button', { name: 'Zoom out' });
  await expect(async () => {
    await out.click();
    expect(await label.count()).toBe(0);
  }).toPass();
  await page.getByRole('textbox', { name: 'Geofence' }).clear();

  await expect(limit).toBeHidden();
  await page.getByTitle('Draw a polygon').click();
  await expect(limit).toBeVisible();
  await setCorner(page, 1, () => press(page, 0.4, 0.4));
  await setCorner(page, 2, () => press(page, 0.6, 0.45));
  // Switches the datum while a shape is half drawn.
  await page.getByRole('combobox', { name: 'Map' }).click();
  await page.getByRole('option', { name: 'Baidu' }).click();
  await expect(corners(page)).toHaveCount(2);
  await expect(async () => {
    if ((await shape(page).count()) === 0) await press(page, 0.5, 0.65);
    expect(await shape(page).count()).toBe(1);
  }).toPass();

  // The third point is the last within the limit.
  await expect(shape(page)).toBeVisible();
  const drawn = points(await shape(page).inputValue());
  expect(drawn).toHaveLength(3);
  await expect(handles(page)).toHaveCount(3);
  await fillIn(page, takenName);
  await save(page).click();
  await expect(page.getByRole('dialog')).toContainText('Already in use');
  expect(points(await shape(page).inputValue())).toEqual(drawn);

  // Dragging a handle changes the form.
  const handle = await handles(page).nth(2).boundingBox();
  if (!handle) throw new Error('There is no handle');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 40, handle.y + 30, { steps: 6 });
  await page.mouse.up();
  await expect.poll(async () => points(await shape(page).inputValue())[2]).not.toBe(drawn[2]);
  expect(points(await shape(page).inputValue()).slice(0, 2)).toEqual(drawn.slice(0, 2));
  const name = ownName('Drawn');
  await page.getByRole('dialog').locator('[name=fence_name]').fill(name);
  await save(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText(name)
    .click();
  const card = page.getByRole('region', { name });
  await card.getByRole('button', { name: 'Edit' }).click();
  // By keyboard alone: typing the points.
  await shape(page).fill('22.5, 114.2\n22.6, 114.3\n22.5, 114.3');
  await expect(handles(page)).toHaveCount(3);
  await save(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The card with the button is gone.
  await expect(page.locator('main')).toBeFocused();
  const stored = await caller.ask('/fence/list', { fence_name: name });
  expect(stored.list[0].fence_context.coordinates[0][1]).toEqual([114.3, 22.6]);

  await page
    .getByRole('row', { name: new RegExp(name) })
    .getByText(name)
    .click();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toHaveCount(0);

  await caller.ask('/fence/update', { id: twin.id, radius: 3_000 });
  await pressTool(page, 'Refresh');
  await page.getByRole('row').getByText(`${takenName} twin`).click();
  await expect(page.getByRole('region', { name: `${takenName} twin` })).toContainText(
    'radius 3 km',
  );
  await caller.ask('/fence/delete', { ids: [id, twin.id] });
});

test('the form of a fence opens the map, where a button starts the tool of its type', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('harbour', '/fenceList?create=1');
  await page.getByRole('link', { name: 'Draw on map' }).click();
  await expect(page).toHaveURL(/\/mapManage\?create=1$/);
  const line = page.getByTitle('Draw a line');
  await expect(line).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Line' }).click();
  await page.getByRole('button', { name: 'Draw on map' }).click();
  await expect(line).toHaveClass(/leaflet-draw-toolbar-button-enabled/);
  await press(page, 0.5, 0.5);
  await expect(corners(page)).toHaveCount(1);
  // The tools look like the other controls of the map.
  const zoom = await page.getByRole('button', { name: 'Zoom in' }).boundingBox();
  expect(await line.boundingBox()).toMatchObject({ width: zoom?.width, height: zoom?.height });
});

test('an empty drawing cannot be saved; a line ends on its last point; fences are imported from KML and exported to GeoJSON', {
  tag: '@long',
}, async ({ page, console, baseURL }) => {
  await console.openAs('harbour', '/mapManage?create=1');
  await fillIn(page, ownName('Empty'));
  await save(page).click();
  await expect(page.getByRole('dialog')).toContainText('Please Put A Fence On The Map');
  await page.getByTitle('Draw a line').click();
  await setCorner(page, 1, () => press(page, 0.4, 0.4));
  await setCorner(page, 2, () => press(page, 0.6, 0.45));
  // A line of fewer points ends with another press on its last point.
  await expect(async () => {
    if ((await shape(page).inputValue()) === '') await press(page, 0.6, 0.45);
    expect(points(await shape(page).inputValue())).toHaveLength(2);
  }).toPass();
  await page.getByTitle('Draw a circle').click();
  const from = await spot(page, 0.5, 0.5);
  await page.mouse.move(from.x, from.y, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y, { steps: 6 });
  await expect(map(page).locator('.leaflet-draw-tooltip')).toContainText(/Radius: [\d.]+ k?m/);
  await page.mouse.up();
  await expect(page.getByRole('dialog').locator('[name=radius]')).not.toHaveValue('');
  expect(points(await shape(page).inputValue())).toHaveLength(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const caller = await openCaller(baseURL ?? '', 'harbour');
  const [line, ring] = [ownName('<b>Line</b>'), ownName('Ring')];
  const placemark = (name: string, shapes: string) =>
    `<Placemark><name>${name.replaceAll('<', '&lt;')}</name>${shapes}</Placemark>`;
  // Elements of KML with a prefix, and a name that is not KML's.
  const kml = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"
    xmlns:k="http://www.opengis.net/kml/2.2"><Document>
    ${placemark(line, '<author xmlns="http://www.w3.org/2005/Atom"><name>Ann</name></author><k:LineString><k:coordinates>30,10,0 30.1,10.1,0</k:coordinates></k:LineString>').replace('<name>', '<k:name>').replace('</name>', '</k:name>')}
    ${placemark('Nowhere', '')}
    ${placemark('Wide', '<ExtendedData><Data name="radius"><value>90000000</value></Data></ExtendedData><Point><coordinates>30,10</coordinates></Point>')}
    ${placemark(ring, '<Polygon><outerBoundaryIs><LinearRing><coordinates>30,10 30.1,10 30.1,10.1 30,10.1 30,10</coordinates></LinearRing></outerBoundaryIs></Polygon>')}
  </Document></kml>`;
  await page.getByRole('button', { name: 'Map files' }).click();
  await page.getByRole('menuitem', { name: 'Import GeoJSON or KML' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a map file' });
  const gpx = '<gpx xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="10" lon="30"/></gpx>';
  for (const other of [gpx, '<html><body>Sign in</body></html>', '<kml><Document>']) {
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'other.kml', mimeType: '', buffer: Buffer.from(other) });
    await expect(dialog.getByRole('alert')).toHaveText('The file is neither GeoJSON nor KML.');
  }
  const kmz = zipSync({ 'files/': strToU8(''), 'doc.kml': strToU8(kml) });
  const file = { name: 'fences.kmz', mimeType: '', buffer: Buffer.from(kmz) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('listitem').filter({ hasText: ring })).toContainText(
    'Fence data has at most 3 points',
  );
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Nowhere' })).toContainText(
    'Not a valid point, line or polygon',
  );
  const signs = dialog.getByRole('listitem').locator('svg');
  await expect(signs, 'only the refused ones have a sign').toHaveCount(2);
  await dialog.getByRole('button', { name: 'Import 2' }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 imported');
  await expect(signs).toHaveCount(4);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Wide' })).toContainText(
    /Not imported: Radius.*: Must be 20,?000,?000 or less/,
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('textbox', { name: 'Geofence' }).fill(line);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: line })).toBeVisible();

  await page.getByRole('button', { name: 'Map files' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export GeoJSON' }).click();
  const geoJson = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(geoJson.features).toMatchObject([
    {
      properties: { name: line, radius: 200 },
      geometry: {
        type: 'LineString',
        coordinates: [
          [30, 10],
          [30.1, 10.1],
        ],
      },
    },
  ]);
  const { list } = await caller.ask('/fence/list', { fence_name: line });
  await caller.ask('/fence/delete', { ids: list.map((row: { id: number }) => row.id) });
});

test.describe('by touch, in Chinese, on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });

  test('a fence is drawn, and a point is made from a place in the address', {
    tag: '@long',
  }, async ({ page, console }) => {
    await console.openAs('harbour', '/mapManage');
    const tool = page.getByTitle('绘制多边形');
    await expect(tool).toBeInViewport({ ratio: 1 });
    const { width, height } = (await tool.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.round(Math.min(width, height))).toBeGreaterThanOrEqual(40);
    await tool.tap();
    const tap = async (across: number, down: number) => {
      const { x, y } = await spot(page, across, down);
      await page.touchscreen.tap(x, y);
    };
    await setCorner(page, 1, () => tap(0.4, 0.35));
    await setCorner(page, 2, () => tap(0.7, 0.35));
    await expect(async () => {
      if ((await shape(page).count()) === 0) await tap(0.5, 0.6);
      expect(await shape(page).count()).toBe(1);
    }).toPass();
    await expect(shape(page)).toBeVisible();
    expect(points(await shape(page).inputValue())).toHaveLength(3);

    await console.openAs('harbour', '/mapManage?layer=points&create=1&at=22.577,114.27');
    const form = page.getByRole('dialog');
    await expect(form.locator('input[name="place.lat"]')).toHaveValue('22.577');
    await expect(form.locator('input[name="place.lon"]')).toHaveValue('114.27');
  });
});
