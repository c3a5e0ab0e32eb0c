import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { violations } from './axe';
import { expect, findDevice, row, test } from './console';

/** Adds, changes and deletes a device. Typed text is not lost without a question. */
const changeOne = async (page: Page) => {
  await page.getByRole('button', { name: 'New' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('<b>港口</b> & 1');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // A new lock gets the operator's organisation by default.
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
  await dialog.getByLabel(/^Used by/).fill('Lin');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await row(page, 'E2E-001').getByText('E2E-001').click();
  await expect(page.getByRole('dialog')).toContainText('Lin');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Delete E2E-001' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Data Found')).toBeVisible();
  // The focused button went with its row.
  await expect(page.locator('main')).toBeFocused();
};

/** Imports a spreadsheet whose rows are checked one by one, and takes the valid ones. */
const importSome = async (page: Page) => {
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
    line({ SN: 'IMP-1', Name: '一号', Organisation: 'Coastal Customs' }),
    line({ SN: 'SD2600001', Organisation: 'Coastal Customs' }),
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
};

/** Connects a lock by a password that is shown once. */
const connectOne = async (page: Page) => {
  // The detail of a new lock offers the connection.
  await row(page, 'IMP-1').getByText('IMP-1', { exact: true }).click();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Connect/ });
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText(/^[a-z2-9]{24}$/)).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'QR code of IMP-1' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const password = await dialog.getByText(/^[a-z2-9]{24}$/).innerText();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`IMP-1,${password}`);
  // Only its own button closes the dialog, because the password would be lost.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
};

test('devices are created, changed, deleted, imported and connected', async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  await test.step('one by one', () => changeOne(page));
  await test.step('from a spreadsheet', () => importSome(page));
  await test.step('to the server', () => connectOne(page));
});
