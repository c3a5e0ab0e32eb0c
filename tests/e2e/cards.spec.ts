import type { Locator, Page } from 'playwright/test';
import { JOB } from '../../src/domain/job';
import { dialog, expect, openNew, row, save, test } from './console';

/** Returns a number that no other run has used, because the tests of a worker share one server. */
const fresh = (start: string) => `${start}${Date.now().toString().slice(-7)}`;

const choose = async (page: Page, label: RegExp, option: string) => {
  const input = dialog(page).getByLabel(label).first();
  const isSearch = await input.evaluate((element) => element.tagName === 'INPUT');
  await input.click();
  if (isSearch) await input.fill(option);
  await page.getByRole('option', { name: option }).first().click();
};

const closeDetail = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const ORG = 'Harbour Logistics';

/** Adds a card: inputs appear with those they depend on, and a place is two numbers of one record. */
const addCard = async (page: Page) => {
  const number = fresh('1');
  await openNew(page);
  const form = dialog(page);
  await form.getByLabel(/^Card number/).fill(number);
  await expect(form.getByLabel(/^Group number/)).toHaveCount(0);
  await choose(page, /^Type/, 'Group');
  await form.getByLabel(/^Group number/).fill('77');
  await choose(page, /^Type/, 'Single');
  await expect(form.getByLabel(/^Group number/)).toHaveCount(0);
  await choose(page, /^Organisation/, ORG);
  await form.getByLabel(/^Radius/).fill('300');
  await save(page);
  await expect(form.getByText('A radius needs a place')).toBeVisible();
  await form.getByLabel(/^Place: latitude/).fill('22.5');
  await form.getByLabel(/^Place: longitude/).fill('114.25');
  const sent = page.waitForRequest((request) => request.url().endsWith('/icCard/add'));
  await save(page);
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ ic_no: number, lat: 22.5, lon: 114.25, radius: 300 });
  expect(body).not.toHaveProperty('card_no');
  expect(body).not.toHaveProperty('place');
  await row(page, number).click();
  await expect(page.getByRole('dialog')).toContainText('22.500000, 114.250000');
  await closeDetail(page);
};

const openPicker = async (page: Page, form: Locator) => {
  await form.getByRole('button', { name: 'Choose on map' }).click();
  const picker = page.getByRole('dialog', { name: /^Choose .* on the map/ });
  const map = picker.getByRole('application');
  await expect(map).toBeVisible();
  return { picker, map };
};

/** Returns where an element is once it stands still. */
const restingBox = async (element: Locator) => {
  let before = '';
  await expect
    .poll(async () => {
      const last = before;
      before = JSON.stringify(await element.boundingBox());
      return before === last;
    })
    .toBe(true);
  return JSON.parse(before) as { x: number; y: number; width: number; height: number };
};

const coordinates = async (picker: Locator) =>
  ((await picker.getByLabel('Latitude, longitude').inputValue()) ?? '').split(', ').map(Number);

/** Picks a place with the mouse, and its circle by dragging. */
const pickByMouse = async (page: Page, form: Locator) => {
  const { picker, map } = await openPicker(page, form);
  await expect(picker.getByRole('button', { name: 'Use this place' })).toBeDisabled();
  await picker.getByLabel('Latitude, longitude').fill('30.62, 122.07');
  await page.keyboard.press('Enter');
  const radius = picker.getByRole('textbox', { name: 'Radius' });
  await expect(radius).toHaveValue('1000');
  await radius.fill('40000');
  const handle = picker.locator('.leaflet-marker-draggable').nth(1);
  await restingBox(handle);
  const box = await restingBox(map);
  await page.mouse.click(box.x + box.width / 2 + 80, box.y + box.height / 2 + 40);
  await expect.poll(async () => (await coordinates(picker))[0]).toBeLessThan(30.6);
  const [lat, lon = 0] = await coordinates(picker);
  expect(lon).toBeGreaterThan(122.1);
  const edge = await restingBox(handle);
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
};

/** Picks a place with the keyboard alone. */
const pickByKeys = async (page: Page, form: Locator) => {
  const { picker, map } = await openPicker(page, form);
  await picker.getByLabel('Latitude, longitude').focus();
  await page.keyboard.press('Tab');
  await expect(map).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await coordinates(picker)).length).toBe(2);
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
  const input = picker.getByRole('textbox', { name: 'Radius' });
  await expect.poll(async () => Number(await input.inputValue())).toBeGreaterThan(1000);
  const radius = await input.inputValue();
  const [, chosen] = await coordinates(picker);
  await picker.getByRole('button', { name: 'Use this place' }).press('Enter');
  await expect(form.getByLabel('Place: longitude')).toHaveValue(String(chosen));
  await expect(form.getByLabel(/^Radius/)).toHaveValue(radius);
};

/** Picks the place of a card, and checks it in the detail. */
const pickPlace = async (page: Page) => {
  await openNew(page);
  const form = page.getByRole('dialog', { name: /IC card/ });
  await pickByMouse(page, form);
  await pickByKeys(page, form);
  const lat = Number(await form.getByLabel('Place: latitude').inputValue());
  const card = Date.now().toString(16).toUpperCase();
  await form.getByLabel(/^Card number/).fill(card);
  await choose(page, /^Organisation/, 'Coastal Customs');
  await save(page);
  await expect(form).toBeHidden();
  await row(page, card).getByText(card).click();
  const detail = page.getByRole('dialog', { name: new RegExp(card) });
  await expect(detail).toContainText(lat.toFixed(6));
  await expect(detail.getByRole('application', { name: 'Place' })).toBeVisible();
  await closeDetail(page);
};

/** Previews a batch, starts it and watches it. */
const addBatch = async (page: Page, segment: string) => {
  await openNew(page);
  const form = dialog(page);
  await form.getByLabel(/^Leading digits/).fill(segment);
  await form.getByLabel(/^Quantity/).fill('25');
  await choose(page, /^Organisation/, ORG);
  await form.getByRole('button', { name: 'Preview' }).click();
  await expect(form).toContainText('25 records will be created');
  await expect(form).toContainText(`${segment}001`);
  await form.getByLabel(/^Quantity/).fill('30');
  await expect(form).toContainText('30 records will be created');
  // It ends too soon to be stopped, so the test reports it as running.
  await page.route('**/batchAddICCard/get', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: { ...data, state: JOB.running } } });
  });
  await save(page);
  await expect(page).toHaveURL(/show=\d+/);
  // Until then the form, which has such a button too, may still be closing.
  await expect(dialog(page)).toContainText('Run again');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toContainText('Finished rows are kept');
  await expect(dialog(page).getByRole('button')).toHaveText(['Close', 'Cancel']);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.unroute('**/batchAddICCard/get');
  await expect(
    page
      .getByRole('dialog')
      .getByRole('definition')
      .filter({ hasText: /^Done$/ }),
  ).toBeVisible();
  await closeDetail(page);
};

/** Chooses the cards of a rule by numbers from the clipboard. */
const addRule = async (page: Page, segment: string) => {
  await openNew(page);
  const rule = dialog(page);
  await rule.getByLabel(/^Rule/).fill(`Rule ${segment}`);
  await choose(page, /^Organisation/, ORG);
  await rule.getByLabel(/^Region: latitude/).fill('22.5');
  await rule.getByLabel(/^Region: longitude/).fill('114.25');
  await rule.getByLabel(/^Radius/).fill('500');
  const cards = rule.getByLabel(/^Cards/);
  await cards.focus();
  await cards.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, `${segment}001, ${segment}002\n${segment}999`);
  await expect(rule.getByText(`${segment}002`)).toBeVisible();
  await expect(rule).toContainText(`Not found: ${segment}999`);
  await expect(rule).toContainText('2 / 32 selected');
  await save(page);
  await expect(row(page, `Rule ${segment}`)).toContainText(`${segment}001, ${segment}002`);
  await row(page, `Rule ${segment}`).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: `${segment}002` })
    .click();
  await expect(page).toHaveURL(/\/icCard\?show=\d+/);

  // In print a record stands alone, in full.
  const list = page.locator('main');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(list).toBeHidden();
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeVisible();
  const edit = page.getByRole('dialog').getByLabel('Edit', { exact: true });
  await expect(edit).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(list).toBeVisible();
  await expect(edit).toBeVisible();
};

test('a card is added with a place, picked by mouse or keyboard', { tag: '@long' }, async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/icCard');
  await test.step('inputs', () => addCard(page));
  await test.step('a place', () => pickPlace(page));
});

test('cards are added in batches, and to rules by their numbers', { tag: '@long' }, async ({
  page,
  console,
}) => {
  const segment = fresh('');
  await console.openAs('admin', '/batchAddICCard');
  await test.step('a batch', () => addBatch(page, segment));
  await console.go('/regionalRuleList');
  await test.step('a rule', () => addRule(page, segment));
});
