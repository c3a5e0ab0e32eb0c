import type { Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import { connectLock, openCaller } from './caller';
import { expect, moveTo, test, turnToChinese } from './console';

/** Returns the cells of a table, row by row. */
const cellsOf = (page: Page, table: string) =>
  page
    .locator(`${table} tr`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    );

const HOUR = 3_600_000;
const DRAWING = '[class*=ChartsSurface]';

/** Widths of A4 between margins of 14 mm, portrait and landscape, px. */
const SHEETS = [688, 1017];

interface Words {
  readonly title: string;
  readonly seal: string;
  readonly period: string;
  readonly week: string;
  readonly asTable: string;
  readonly asChart: string;
}

const ENGLISH: Words = {
  title: 'Sealing and unsealing',
  seal: 'Remote seal',
  period: 'Period',
  week: 'Last week',
  asTable: 'Show as table',
  asChart: 'Show as chart',
};

const CHINESE: Words = {
  title: '开关锁',
  seal: '远程施封',
  period: '时间范围',
  week: '上周',
  asTable: '以表格显示',
  asChart: '以图表显示',
};

/** Switches the chart to a table and back by keys alone. Its button follows the last input. */
const turnDrawing = async (desk: Page, { asTable, asChart }: Words) => {
  await desk.getByRole('form').getByRole('combobox').last().focus();
  await desk.keyboard.press('Tab');
  for (const [offered, drawings] of [
    [asTable, 0],
    [asChart, 1],
  ] as const) {
    await expect(desk.getByRole('main').getByRole('button', { name: offered })).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(desk.locator(`main ${DRAWING}`)).toHaveCount(drawings);
  }
};

/** Reads the printed sheet, which must be no wider than A4. @returns its cells */
const readPaper = async (desk: Page, hasDrawing: boolean) => {
  await desk.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await desk.emulateMedia({ media: 'print' });
  const paper = desk.locator('.printed-report');
  await expect(paper.locator('tbody tr').first()).toBeVisible();
  if (hasDrawing) await expect(paper.locator(DRAWING).first()).toBeVisible();
  const cells = await cellsOf(desk, '.printed-report table');
  for (const width of SHEETS) {
    await desk.setViewportSize({ width, height: 900 });
    const wide = await paper.evaluate((sheet) =>
      Math.max(
        ...[...sheet.querySelectorAll('table, svg')].map(
          (part) => part.getBoundingClientRect().right,
        ),
      ),
    );
    expect(wide).toBeLessThanOrEqual(width);
  }
  // The print is dark on white.
  const color = await paper
    .locator('td')
    .first()
    .evaluate((cell) => getComputedStyle(cell).color);
  expect(color).toMatch(/^rgba?\(\d\d?, \d\d?, \d\d?\b/);
  await desk.emulateMedia({ media: 'screen' });
  await desk.evaluate(() => dispatchEvent(new Event('afterprint')));
  await desk.setViewportSize({ width: 1440, height: 900 });
  return cells;
};

/** Picks a period as in lists. Weeks begin on Monday by the reader's clock. */
const pickWeek = async (desk: Page, { period, week }: Words) => {
  await desk.getByRole('combobox', { name: period, exact: true }).click();
  const asking = desk.waitForRequest((request) => request.url().endsWith('/report/run'));
  await desk.getByRole('button', { name: week, exact: true }).click();
  const { from, to: end } = (await asking).postDataJSON();
  expect(new Date(from + 8 * HOUR).toUTCString()).toMatch(/^Mon, .* 00:00:00 GMT$/);
  const now = Date.now();
  expect([end + 1 - from, end < now, end > now - 7 * 24 * HOUR]).toEqual([168 * HOUR, true, true]);
  await expect(desk).toHaveURL(/period=lastWeek/);
};

const readReport = async (desk: Page, asked: string, words: Words) => {
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText(words.title);
  await expect(desk.locator(`main ${DRAWING}`).first()).toBeVisible();
  await expect(desk.getByRole('cell', { name: words.seal })).toBeVisible();
  const screenCells = await cellsOf(desk, 'main table');
  expect(screenCells.length).toBeGreaterThan(2);
  await turnDrawing(desk, words);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Excel', exact: true }).click();
  const sheet = await readSheet((await (await download).path()) ?? '');
  expect(sheet.map(([name, seals, unseals]) => [name, seals, unseals].map(String))).toEqual(
    screenCells.map(([name, seals = '', unseals = '']) => [
      name,
      seals.replaceAll(',', ''),
      unseals.replaceAll(',', ''),
    ]),
  );
  expect(await readPaper(desk, true)).toEqual(screenCells);
  await moveTo(desk, `/report?${asked}`);
  await expect(desk.locator(`main ${DRAWING}`)).toHaveCount(0);
  await expect(desk.locator('main tbody tr').first()).toBeVisible();
  await readPaper(desk, false);
  await pickWeek(desk, words);
};

test('a report is the same on the screen, in its file and on paper, in both languages', async ({
  console,
}) => {
  const caller = await openCaller(console.url, 'harbour');
  const sn = `REPORT${process.pid}`;
  const { list } = await caller.ask('/device/list', { sn: 'SD2600001' });
  const { id, lock } = await connectLock(caller, sn, list[0].org_id);
  const to = Date.now();
  for (const [i, lock_action] of [1, 12, 5, 9, 2, 12, 1].entries()) {
    const lock_status = [9, 12].includes(lock_action) ? 2 : 1;
    const ts = to - (10 - i) * 60_000;
    const report = { ts, report_reson: 1, lock_status, lock_action, icc_card_no: '2026000001' };
    await lock.publishAsync(`seal/v1/${sn}/up/report`, JSON.stringify(report), { qos: 1 });
  }
  await lock.endAsync(true);
  const query = `report=locking&period=custom&from=${to - 3_600_000}&to=${to}&devices=${id}`;
  const desk = await console.colleague('harbour', `/report?${query}&group=lock_action`, {
    colorScheme: 'dark',
    timezoneId: 'Asia/Shanghai',
  });
  await test.step('in English', () => readReport(desk, query, ENGLISH));
  // Days are columns over time, with their names below.
  await moveTo(desk, `/report?${query}&group=day`);
  const plot = await desk.locator(`main ${DRAWING}`).boundingBox();
  const day = await desk
    .locator('main svg')
    .getByText(/^\d{4}-\d\d-\d\d$/)
    .first()
    .boundingBox();
  expect(day?.y).toBeGreaterThan((plot?.y ?? 0) + (plot?.height ?? 0) / 2);
  await turnToChinese(desk);
  await moveTo(desk, `/report?${query}&group=lock_action`);
  await test.step('in Chinese', () => readReport(desk, query, CHINESE));
});
