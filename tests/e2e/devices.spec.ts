import { readFile } from 'node:fs/promises';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { violations } from './axe';
import { expect, findDevice, row, test } from './console';

test('the list pages, sorts and filters on the server', async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  await expect(page.getByText('1–20 of')).toBeVisible();
  const lists: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/device/list')) lists.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('21–40 of')).toBeVisible();
  await page.getByRole('columnheader', { name: 'SN' }).getByRole('button').first().click();
  await expect(row(page, 'REPLAY01')).toBeVisible();
  await findDevice(page, 'SD2600007');
  expect(lists.map(({ pageNum, sortField, sn }) => [pageNum, sortField, sn])).toEqual(
    expect.arrayContaining([
      [2, 'create_time', undefined],
      [1, 'sn', undefined],
      [1, 'sn', 'SD2600007'],
    ]),
  );
});

test('a device is created, changed and deleted, and nothing typed is lost unasked', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('button', { name: 'New' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('<b>港口</b> & 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard what you typed?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // A new lock is its maker's organisation's until somebody says otherwise.
  await expect(dialog.getByText('Required')).toHaveCount(1);
  await expect(dialog.getByLabel(/^Organisation/)).not.toHaveValue('');
  await dialog.getByLabel(/^SN/).fill('SD2600001');
  await dialog.getByLabel(/^Organisation/).click();
  await page.getByRole('option', { name: 'Coastal Customs' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Already in use')).toBeVisible();
  await expect(dialog.getByLabel(/^Name/)).toHaveValue('<b>港口</b> & 1');
  await dialog.getByLabel(/^SN/).fill('E2E-001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await findDevice(page, 'E2E-001');
  await expect(row(page, 'E2E-001')).toContainText('<b>港口</b> & 1');
  await page.getByRole('button', { name: 'Edit E2E-001' }).click();
  await expect(dialog.getByLabel(/^SN/)).toBeDisabled();
  await dialog.getByLabel(/^User/).fill('Lin');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await row(page, 'E2E-001').getByText('E2E-001').click();
  await expect(page.getByRole('dialog')).toContainText('Lin');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete E2E-001' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Data Found')).toBeVisible();
  // The row took along the button that had the keys.
  await expect(page.locator('main')).toBeFocused();
});

test('rows of a spreadsheet are checked one by one and the good ones imported', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Template' }).click();
  const [head] = await readSheet(await (await download).path());
  const titles = (head ?? []).map(String);
  const line = (values: Record<string, string>) =>
    titles.map((title) => ({ value: values[title.replace(/\s*\*$/, '')] ?? '' }));
  const sheet = await writeExcelFile([
    titles.map((value) => ({ value })),
    line({ SN: 'IMP-1', Name: '一号', Organisation: 'Coastal Customs 沿海海关' }),
    line({ SN: 'SD2600001', Organisation: 'Coastal Customs 沿海海关' }),
    line({ SN: 'IMP-3', Organisation: 'Nobody' }),
  ]).toBuffer();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'devices.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheet,
  });
  await expect(dialog).toContainText('1 of 3 rows can be imported.');
  await expect(dialog.getByRole('row', { name: /3.*SN.*Already in use/ })).toBeVisible();
  await expect(dialog.getByRole('row', { name: /4.*Organisation/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog).toContainText('1 row imported.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await findDevice(page, 'IMP-1');
});

test.describe('access', () => {
  test('a lock bought today is connected by a password that is shown once', async ({
    page,
    console,
  }) => {
    await console.openAs('harbour', '/deviceList?create=1');
    const form = page.getByRole('dialog');
    await form.getByLabel(/^SN/).fill('BOUGHT-1');
    await form.getByLabel(/^Organisation/).click();
    await page.getByRole('option').first().click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await findDevice(page, 'BOUGHT-1');
    // Its page says what it lacks.
    await row(page, 'BOUGHT-1').getByText('BOUGHT-1', { exact: true }).click();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Connect/ });
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText(/^[a-z2-9]{24}$/)).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'QR code of BOUGHT-1' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const password = await dialog.getByText(/^[a-z2-9]{24}$/).innerText();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(`BOUGHT-1,${password}`);
    // Nothing but its own button closes it: the password would be gone.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });
});
