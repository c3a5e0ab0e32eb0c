import { violations } from './axe';
import { expect, moveTo, row, test } from './console';

test('an operator on shift has no button that changes a device', async ({ page, console }) => {
  await console.openAs('shift', '/deviceList');
  // The number of rows in the first answer decides whether the list has a button for each tool.
  await expect(page.locator('tr[data-index]').nth(9)).toBeVisible();
  await page.getByRole('textbox', { name: 'SN' }).fill('REPLAY01');
  await expect(row(page, 'REPLAY01')).toBeVisible();
  for (const name of ['New', 'Import', 'Delete REPLAY01', 'Edit REPLAY01']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await page.getByRole('button', { name: 'Commands for REPLAY01' }).click();
  await expect(page.getByRole('menuitem', { name: /^Unseal$/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Set vibration/ })).toHaveCount(0);
  // Roles that have the page, but no persons.
  await moveTo(page, '/org');
  await expect(page.getByRole('heading', { name: 'No permission for Company' })).toBeVisible();
  const main = page.locator('main');
  await expect(main).toContainText('Organisation administrator, System administrator');
  await expect(main).not.toContainText('Lin Yue');
  await expect(page).toHaveURL(/\/org$/);
  expect(await violations(page)).toEqual([]);
});
