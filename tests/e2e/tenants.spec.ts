import { expect, row, test } from './console';

test("another organisation's devices are nowhere to be seen", async ({ page, console }) => {
  await console.openAs('northern', '/deviceList');
  await expect(page.getByRole('row').nth(1)).toContainText('Northern Tankers');
  await page.getByRole('textbox', { name: 'SN' }).fill('REPLAY01');
  await expect(page.getByText('No Data Found')).toBeVisible();
  await console.go('/mapWorld');
  await page.getByRole('combobox', { name: 'Search locks and places' }).fill('REPLAY01');
  await expect(page.getByText('Nothing with “REPLAY01”')).toBeVisible();
});

test('an operator on shift has no button that changes a device', async ({ page, console }) => {
  await console.openAs('shift', '/deviceList');
  await expect(row(page, 'REPLAY01')).toBeVisible();
  for (const name of ['New', 'Import', 'Delete REPLAY01', 'Edit REPLAY01']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await page.getByRole('button', { name: 'Commands for REPLAY01' }).click();
  await expect(page.getByRole('menuitem', { name: /^Unseal$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Set vibration/ })).toHaveCount(0);
  await page.goto('/org');
  await expect(page).toHaveURL(/\/404$/);
});
