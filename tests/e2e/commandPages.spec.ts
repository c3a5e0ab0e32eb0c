import writeExcelFile from 'write-excel-file/node';
import { localTime } from '../../src/domain/figures';
import { expect, test, ticketPanel } from './console';

test('a command page sends nothing until locks are chosen; all locks is a choice too', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/sealIssue');
  const aim = page.getByRole('region', { name: 'Choose locks' });
  const unseal = page.getByRole('button', { name: 'Unseal', exact: true });
  await expect(unseal).toBeDisabled();
  await unseal.click({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText('Choose which locks first');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await aim.getByLabel('Serial numbers').fill('SD2600001, SD2600004');
  await expect(aim.getByRole('status')).toHaveText('2 locks');
  await expect(unseal).toBeEnabled();
  await aim.getByLabel('Serial numbers').fill('');
  await expect(unseal).toBeDisabled();

  const all = aim.getByRole('button', { name: /^All \d+ locks$/ });
  const count = /\d+/.exec((await all.textContent()) ?? '')?.[0] ?? '';
  const check = page.waitForRequest('**/command/unsealPassword/check');
  await all.click();
  await page.getByRole('button', { name: 'Unseal password' }).click();
  expect((await check).postData()).toContain('"targets":{"all":true}');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`${count} locks`);
  // A long label has room in its button.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Allow or block unsealing' }).click();
  const send = dialog.getByRole('button', { name: /^Allow or block unsealing \(/ });
  expect(await send.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
});

for (const { locale, region, numbers, column, help } of [
  {
    locale: 'en-US',
    region: 'Choose locks',
    numbers: 'Serial numbers',
    column: 'Column with the serial numbers',
    help: 'No single column is named SN. Choose one.',
  },
  {
    locale: 'zh-CN',
    region: '目标设备',
    numbers: '设备号',
    column: '设备号所在列',
    help: '没有唯一的设备号列，请选择。',
  },
]) {
  test.describe(locale, { tag: locale === 'en-US' ? [] : '@long' }, () => {
    test.use({ locale });
    test('a Chinese Excel table with an unknown header asks for its column', async ({
      page,
      console,
    }) => {
      await console.openAs('harbour', '/sealIssue');
      const aim = page.getByRole('region', { name: region });
      const input = aim.getByRole('textbox', { name: numbers, exact: true });
      // 箱号,锁 in GBK; the numbers are in the second column.
      const head = Buffer.from([0xcf, 0xe4, 0xba, 0xc5, 0x2c, 0xcb, 0xf8]);
      const rows = Buffer.from('\r\nTEMU1,SD2600001\r\nTEMU2,SD2600004\r\n');
      await aim.locator('input[type=file]').setInputFiles({
        name: 'locks.csv',
        mimeType: 'text/csv',
        buffer: Buffer.concat([head, rows]),
      });
      const chooser = aim.getByRole('combobox', { name: column });
      await expect(chooser).toHaveAccessibleDescription(help);
      await expect(input).toHaveValue('');
      await chooser.click();
      await expect(page.getByRole('option')).toHaveText([
        '1: 箱号, TEMU1, TEMU2',
        '2: 锁, SD2600001, SD2600004',
      ]);
      await page.getByRole('option').nth(1).click();
      await expect(input).toHaveValue('SD2600001\nSD2600004');
      // What cannot be read leaves the numbers that are there.
      await aim.locator('input[type=file]').setInputFiles({
        name: 'locks.xlsx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('no workbook'),
      });
      await expect(page.getByRole('alert').filter({ hasText: 'locks.xlsx' })).toBeVisible();
      await expect(input).toHaveValue('SD2600001\nSD2600004');
    });
  });
}

test('a command page names left-out locks, requires reason and number for dangerous commands, and shows the results', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/sealIssue');
  const aim = page.getByRole('region', { name: 'Choose locks' });
  await aim.getByLabel('Serial numbers').fill('REPLAY01, REPLAY01\nNOBODY99; REPLAY02');
  await expect(aim.getByLabel('Serial numbers')).toHaveAccessibleDescription(
    'No lock has the SN NOBODY99',
  );
  await page.getByRole('button', { name: 'Unseal password' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 locks are offline');
  await expect(dialog).toContainText('This device does not exist (1)');
  await expect(dialog).toContainText('NOBODY99');
  await expect(dialog).toContainText('1 number is listed more than once');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // All sealed locks are many, so the command counts as dangerous.
  await aim.getByLabel('Serial numbers').fill('');
  await aim.getByRole('combobox', { name: 'Lock status' }).click();
  await page.getByRole('option', { name: 'Sealed (lock closed)', exact: true }).click();
  await page.getByRole('button', { name: 'Unseal', exact: true }).click();
  const send = dialog.getByRole('button', { name: /^Unseal \(\d+ locks/ });
  const count = /\d+/.exec((await send.textContent()) ?? '')?.[0] ?? '';
  expect(Number(count)).toBeGreaterThan(20);
  await send.click();
  await expect(dialog).toContainText('Enter a reason');
  await dialog.getByLabel('Reason').fill('Inspection by customs');
  await dialog.getByLabel(`Type ${count} to confirm`).fill('1');
  await send.click();
  await expect(dialog).toContainText('Does not match');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // To one lock and tomorrow, so that the other tests keep their locks.
  await aim.getByRole('combobox', { name: 'Lock status' }).click();
  await page.getByRole('option').first().click();
  await aim.getByLabel('Serial numbers').fill('REPLAY01');
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await expect(dialog).toContainText('Already sealed');
  await expect(dialog.getByRole('button', { name: /^Seal/ })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Unseal password' }).click();
  await dialog.getByLabel(/^Unseal password/).fill('12345612');
  // The lock's known value appears in the dialog and moves the button.
  await expect(dialog.getByText(/^(The current value on the lock is unknown|Now:)/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Send later or wait longer' }).click();
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  const notBefore = dialog.getByLabel('Not before');
  await notBefore.fill('tomorrow');
  await notBefore.press('Tab');
  await expect(dialog).toContainText('Enter a date and time');
  await notBefore.fill(tomorrow);
  // The calendar opens by key on that day. Days before today are disabled.
  await notBefore.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Not before' });
  await expect(calendar.getByRole('gridcell', { selected: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(notBefore).toHaveValue(localTime(Date.parse(tomorrow)));
  await dialog.getByRole('button', { name: 'Unseal password' }).click();
  await expect(dialog).toBeHidden();
  await expect(ticketPanel(page)).toContainText('Waiting for the lock');
  const latest = page.getByRole('region', { name: 'Recently sent' });
  await expect(latest).toContainText('In progress');
  // A batch takes one line, and has a bar while it is under way.
  const batch = latest.getByRole('listitem').first();
  await expect(batch.getByRole('progressbar')).toBeVisible();
  expect((await batch.boundingBox())?.height).toBeLessThan(45);
  await ticketPanel(page).getByRole('button', { name: 'Cancel the command to REPLAY01' }).click();
  await expect(ticketPanel(page)).toContainText('Cancelled');
  await expect(latest).toContainText('1 not done');
  await expect(batch.getByRole('progressbar')).toHaveCount(0);

  // Numbers come from a spreadsheet. All of many locks are found, and the page ends above the ticket panel.
  const sheet = [
    ['Name', 'SN'],
    ['Van', 'REPLAY01'],
  ];
  await aim.locator('input[type=file]').setInputFiles({
    name: 'locks.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await writeExcelFile(sheet).toBuffer(),
  });
  await expect(aim.getByLabel('Serial numbers')).toHaveValue('REPLAY01');
  const tickets = Array.from({ length: 400 }, (_, i) => ({
    id: 900_000_000 + i,
    sn: `MANY${i}`,
    state: i % 4 === 0 ? 'success' : 'failure',
  }));
  // A refusal without a reason is shown as such. The next press succeeds.
  const answers = [
    { verify: { sign: 'fail', desc: '' }, data: null },
    { verify: { sign: 'success', desc: '' }, data: { tickets, refused: [] } },
  ];
  await page.route('**/command/unsealPassword', (route) =>
    route.fulfill({ json: answers.shift() }),
  );
  await page.getByRole('button', { name: 'Unseal password' }).click();
  await dialog.getByLabel(/^Unseal password/).fill('12345612');
  await dialog.getByRole('button', { name: 'Unseal password' }).click();
  await expect(dialog).toContainText('Issue Fail: Error');
  await dialog.getByRole('button', { name: 'Unseal password' }).click();
  await expect(dialog).toBeHidden();
  const panel = ticketPanel(page);
  await expect(panel).toContainText('400 locks');
  expect(await panel.getByRole('listitem').count()).toBeLessThan(100);
  await panel.getByRole('button', { name: '100 set' }).click();
  await expect(panel.locator('li[data-sn="MANY0"]')).toBeVisible();
  await expect(panel.locator('li[data-state="failure"]')).toHaveCount(0);
  await panel.getByPlaceholder('Find a lock').fill('many396');
  await expect(panel.locator('li[data-sn="MANY396"]')).toBeVisible();
  await expect(panel.locator('li[data-sn="MANY0"]')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the dialog of a command names its locks above the skipped ones', async ({
    page,
    console,
  }) => {
    await console.openAs('harbour', '/sealIssue');
    const aim = page.getByRole('region', { name: 'Choose locks' });
    const sns = Array.from({ length: 120 }, (_, i) => `SD26${String(i + 1).padStart(5, '0')}`);
    await aim.getByLabel('Serial numbers').fill(sns.join());
    await page.getByRole('button', { name: 'Unseal', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toHaveAccessibleDescription(/^Once unsealed, .* Unseal\?$/);
    await expect(dialog).toContainText(/\d+ locks cannot receive it now and are skipped/);
    const names = dialog.getByRole('list').first();
    await expect(names.getByRole('listitem')).not.toHaveCount(0);
    expect((await names.boundingBox())?.height).toBeGreaterThan(100);
  });
});
