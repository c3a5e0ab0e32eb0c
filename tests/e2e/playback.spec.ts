import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { readTrack } from '../../src/demo/replay/track';
import { localTime } from '../../src/domain/figures';
import { formatLatLon } from '../../src/domain/geo/geometry';
import { overflow, violations } from './axe';
import { type Caller, openCaller } from './caller';
import { expect, findDevice, moveTo, row, test } from './console';

const MINUTE = 60_000;
/** Margin of the page on a phone, px. */
const PHONE_MARGIN = 12;

/** Returns a local time of yesterday, so that no test depends on the time of day; epoch ms. */
const yesterdayAt = (hour: number, minute = 0): number => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, hour, minute).getTime();
};

const clockOf = (ms: number) => localTime(ms).slice(11);

interface Report {
  readonly ts: number;
  readonly [name: string]: number | string;
}

/** Publishes reports to the lock's topic, as the lock would. */
const send = async (dataDir: string, sn: string, reports: readonly Report[]) => {
  const file = join(dataDir, 'mqtt.json');
  const { url, user, password } = JSON.parse(await readFile(file, 'utf8'));
  const client = await connectAsync(url, { username: user, password });
  for (const report of reports) {
    await client.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
  }
  await client.endAsync();
};

/** Adds a lock for one test. */
const ownLock = async (caller: Caller, what: string) => {
  const sn = `PLAY-${what}-${process.pid}-${Date.now() % 1e6}`;
  const { list } = await caller.ask('/org/list', { pageSize: 1 });
  await caller.ask('/device/add', { sn, org_id: list[0].id });
  return sn;
};

const step = (metres: number) => metres / 111_195;

/**
 * Drives for 20 minutes through Limerick, with a report every 10 s. The lock is sealed, opened by a card after 5
 * minutes, shaken after 7, and stands from 10 to 14. There is a blind spot, a base-station position, an invalid
 * position, and a report without one.
 */
const drive = (start: number): Report[] =>
  Array.from({ length: 121 }, (_, i) => {
    const s = i * 10;
    const moved = s <= 600 ? s : s <= 840 ? 600 : s - 240;
    const place = { lat: Number((52.66 + step(moved * 12)).toFixed(6)), lon: -8.63 };
    return {
      ts: start + s * 1000,
      report_reson: i > 60 && i < 75 ? 2 : i === 30 ? 1 : 0,
      lock_status: i < 30 ? 2 : 1,
      position_status: i === 20 ? 3 : i === 40 ? 1 : 0,
      ...(i === 50 ? { position_status: 2 } : place),
      ...(i === 20 && { lat: 52.67 }),
      speed: moved === 600 && s > 600 ? 0 : 43,
      electric: 90 - Math.floor(i / 20),
      temperature: 12.5,
      ...(i === 30 && { lock_action: 5, icc_card_no: 'E2E00001' }),
      ...(i === 42 && { police_type: 1011 }),
    };
  });

test('the track of a lock is played back, described in text and exported to files', async ({
  page,
  console,
}) => {
  const caller = await openCaller(console.url, 'admin');
  const sn = await ownLock(caller, 'A');
  const start = yesterdayAt(9);
  const reports = drive(start);
  await send(console.dataDir, sn, reports);

  await console.openAs('admin', '/deviceList');
  await findDevice(page, sn);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/track/outline', async (route) => {
    // The search for the last journey, before there is a frame, reads outlines too.
    if (page.url().includes('from=')) await released;
    await route.continue();
  });
  await row(page, sn)
    .getByRole('link', { name: `Play back track of ${sn}` })
    .click();
  await expect(page).toHaveURL(/\/playback\?sn=PLAY-A-/);
  const panel = page.getByRole('region', { name: 'Track details' });
  const now = panel.getByRole('definition');
  // Before the outline of the day, nothing is known of the moment before the first report of the frame.
  await expect(panel).toContainText('121 records');
  await expect(panel.getByRole('status')).toHaveText('Loading');
  await expect(now).toHaveCount(0);
  release();
  const time = page.getByRole('region', { name: 'Playback' }).locator('time');
  // The last journey, from 2 minutes before the first reported movement on.
  await expect(time).toHaveText('08:58:00');
  await expect(panel).toContainText('No record yet');
  await expect(now).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`from=${start - 2 * MINUTE}&to=${start + 28 * MINUTE}$`));
  await expect(panel).toContainText('121 records');
  await expect(page.getByText('Stored in a blind spot, sent later')).toBeVisible();
  await expect(page.getByText('Approximate (base station or WiFi)')).toBeVisible();

  // Keys move from record to record, each shown with the sent values.
  for (const i of [0, 1, 2]) {
    await page.keyboard.press('ArrowRight');
    const { ts, lat, lon } = reports[i] as Report;
    await expect(time).toHaveText(clockOf(ts));
    await expect(panel).toContainText(formatLatLon({ lat: Number(lat), lon: Number(lon) }));
  }
  await expect(panel).toContainText('Sealed (lock closed)');
  await expect(panel).toContainText('Limerick');
  const announced = page.getByRole('status').filter({ hasText: /^Paused at/ });
  await expect(announced).toHaveText(/:\d\d, Sealed \(lock closed\), reporting$/);

  // Outside of the frame the frame follows, and a frame without a track offers the way back.
  await page.keyboard.press('Home');
  await expect(time).toHaveText('00:00:00');
  await expect(page).toHaveURL(new RegExp(`from=${yesterdayAt(0)}&`));
  await expect(page.getByText('Fewer than two positions between 00:00 and 00:30')).toBeVisible();
  await page.getByRole('button', { name: 'Next movement 09:00' }).click();
  await expect(panel).toContainText('121 records');
  await page.keyboard.press(' ');
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(time).not.toHaveText('09:00:00');
  await page.keyboard.press(' ');

  await panel.getByRole('tab', { name: 'Stops (1)' }).click();
  await panel.getByRole('button', { name: /km N of .*4 min/ }).click();
  await expect(time).toHaveText(clockOf(start + 610_000));
  await panel.getByRole('tab', { name: 'Events (2)' }).click();
  await expect(panel.getByRole('button', { name: /Vibration.*alarm/ })).toBeVisible();
  // Signs, not letters.
  await expect(panel.getByRole('listitem').locator('canvas')).toHaveCount(2);
  await expect(panel.getByText(/^[LUC!]$/)).toHaveCount(0);
  await panel.getByRole('button', { name: /RFID card unseal.*E2E00001.*card swiped/ }).click();
  await expect(time).toHaveText(clockOf(start + 300_000));
  await page.getByRole('button', { name: 'Lock state' }).click();
  await expect(page.getByRole('group').getByText('Unsealed (lock open)')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);

  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name, exact: true }).click();
    return readFile((await (await download).path()) ?? '', 'utf8');
  };
  const valid = reports.filter(({ position_status }) => position_status === 0);
  const { points } = readTrack(await save('GPX'));
  expect(points.map(({ time: at, lat, lon }) => [at, lat, lon])).toEqual(
    valid.map(({ ts, lat, lon }) => [ts, lat, lon]),
  );
  const lines = (await save('CSV')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + reports.length);
  expect(lines[2]).toBe(
    `${sn},${localTime(start + 10_000)},52.661079,-8.63,Valid,43,,Sealed (lock closed),Timing,90,,12.5`,
  );

  // Print view.
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('heading', { name: 'Track report' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Vibration' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('heading', { name: 'Track report' })).toBeHidden();

  // The address alone restores the page, for an operator without its menu, on a phone and in Chinese.
  const phone = await console.colleague('shift', `/playback${new URL(page.url()).search}`, {
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  await expect(phone.getByText('当天无上报').first()).toBeVisible();
  expect(await violations(phone)).toEqual([]);
  expect(await overflow(phone)).toBe(0);
  // Before a lock is chosen, the map fills the screen below the choice.
  await phone.goto('/playback');
  const map = phone.locator('.leaflet-container').filter({ visible: true });
  await expect(map).toHaveCount(1);
  const box = await map.boundingBox();
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) - (844 - PHONE_MARGIN))).toBeLessThan(8);
});

test('yesterday morning is four clicks away from the card of a lock on the map', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'admin');
  const sn = await ownLock(caller, 'M');
  const start = yesterdayAt(9, 10);
  await send(console.dataDir, sn, [...drive(start), ...drive(Date.now() - 20 * MINUTE).slice(-1)]);
  await console.openAs('admin', `/amap?sn=${sn}`);
  await page.getByRole('link', { name: 'Play back track' }).click();
  await expect(page).toHaveURL(/from=/);
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByRole('heading', { name: localTime(start).slice(0, 10) })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=${start - 2 * MINUTE}&`));

  const strip = page.getByRole('slider', { name: 'Moment of the day' });
  const { width } = (await strip.boundingBox()) as { width: number };
  const press = (hour: number) =>
    strip.click({ position: { x: Math.round((width * hour) / 24), y: 40 } });
  await press(9.5);
  await expect(strip).toHaveAttribute('aria-valuetext', /^09:(29|30) · .*Unsealed \(lock open\)$/);
  await page.getByRole('button', { name: /^Play/ }).click();
  await expect(page.getByRole('button', { name: /^Pause/ })).toBeVisible();

  // The frame runs on without entries in the history.
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('combobox', { name: 'Playback speed' }).click();
  await page.getByRole('option', { name: '256×' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${start + 28 * MINUTE}&`));
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Pause/ }).click();

  // By keys: a journey back, a day on.
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(strip).toHaveAttribute('aria-valuetext', /^09:10 · /);
  await page.keyboard.press(']');
  await expect(page.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
});

test('several locks play at once; a period that is too long, too short or empty is explained', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'admin');
  const [one, two, short] = [
    await ownLock(caller, 'B'),
    await ownLock(caller, 'C'),
    await ownLock(caller, 'D'),
  ];
  const start = yesterdayAt(9);
  const end = start + 20 * MINUTE;
  await send(console.dataDir, one, drive(start));
  await send(console.dataDir, two, drive(start).slice(0, 60));
  await send(console.dataDir, short, drive(start).slice(0, 1));
  const address = (sns: readonly string[], from: number, to: number) =>
    `/playback?${new URLSearchParams([...sns.map((sn) => ['sn', sn]), ['from', String(from)], ['to', String(to)]])}`;

  await console.openAs('admin', address([one, two, short], start, end));
  const panel = page.getByRole('region', { name: 'Track details' });
  await expect(panel).toContainText('121 records');
  await page.getByRole('region', { name: 'Playback' }).getByRole('button', { name: two }).click();
  await expect(panel).toContainText('60 records');
  await panel.getByRole('tab', { name: short }).click();
  await expect(page.getByText('Fewer than two positions between 09:00 and 09:20')).toBeVisible();
  await panel.getByRole('tab', { name: one }).click();
  await expect(panel).toContainText('121 records');

  await moveTo(page, address([one], start, start + 400 * 24 * 60 * MINUTE));
  await expect(page.getByText(/^\d+ minutes from .* 09:00 are shown$/)).toBeVisible();
  await expect(panel).toContainText('121 records');
  await moveTo(page, address([one], start - 40 * MINUTE, start - 20 * MINUTE));
  await expect(page.getByText('Fewer than two positions between 08:20 and 08:40')).toBeVisible();
  await page.getByRole('button', { name: 'Later (Page Down)' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${start - 20 * MINUTE}&`));
  await expect(panel).toContainText('records');
});

test('a day and its half hours have the figures of the mileage report, with unreported moves apart', {
  tag: '@long',
}, async ({ page, console }) => {
  const caller = await openCaller(console.url, 'admin');
  const sn = await ownLock(caller, 'E');
  const start = yesterdayAt(9);
  const last = { ts: start + 140 * MINUTE, lat: 53.66, lon: -8.63, speed: 0, position_status: 0 };
  await send(console.dataDir, sn, [...drive(start), { ...last, report_reson: 0, lock_status: 1 }]);
  const address = new URLSearchParams({ sn, from: `${start}`, to: `${start + 30 * MINUTE}` });
  await console.openAs('admin', `/playback?${address}`);
  const moves = /11\.5 km · 16 min moving/;
  await expect(page.getByRole('heading', { level: 2, name: moves })).toContainText(
    / · 99\.\d km unreported · /,
  );
  const panel = page.getByRole('region', { name: 'Track details' });
  // A twelfth of the two hours in which nothing was reported are within the frame.
  await expect(panel).toContainText(
    /09:00–09:20 · 11\.5 km · 16 min moving · 8\.3 km unreported · 4 min stopped · 10 min without/,
  );
  const { sums } = await caller.ask('/report/run', {
    ...{ report: 'mileage', group: 'day', zone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    ...{ from: yesterdayAt(0), to: yesterdayAt(24) - 1, sns: [sn] },
  });
  expect(sums.km).toBeCloseTo(11.5, 1);
  expect(sums.moved_for).toBe(16 * MINUTE + 10_000);
  expect(Math.round(sums.unreported_km)).toBe(100);
});
