import { rm } from 'node:fs/promises';
import { buildProject } from './buildProject';
import { expect, fillLogin, PASSWORD, row, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';

const configure = (config: string) =>
  config
    .replace('entities: [', 'entities: [ferry,')
    .replace('pages: {', "pages: { ferry: 'ferry',");

test.describe("react-admin's own components in every slot", () => {
  let root: string;
  let running: RunningConsole;

  test.beforeAll(async () => {
    test.setTimeout(600_000);
    const declarations = 'tests/e2e/walk/slottedEntities.ts';
    root = await buildProject({ declarations, names: ['ferry'], configure });
    running = await runConsole({ root, env: { DEMO_LOCKS: '5' } });
  });
  test.afterAll(async () => {
    await running.stop();
    await rm(root, { recursive: true, force: true });
  });

  test('find the form, the list and the record around them', async ({ page }) => {
    await page.goto(`${running.url}/ferry`);
    await fillLogin(page, 'admin', PASSWORD);
    const add = async (hull: string, mail: string) => {
      await page.getByRole('button', { name: 'New' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Required')).toBeVisible();
      await dialog.getByLabel(/^Hull/).fill(hull);
      await expect(dialog.getByText(`Typed: ${hull}`)).toBeVisible();
      await dialog.getByLabel(/^Mail/).fill(mail);
      await dialog.getByLabel(/^Mood/).click();
      await page.getByRole('option', { name: 'Wild' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(row(page, hull)).toContainText('Wild');
    };
    await add('F1', 'one@sea.example');
    await add('F2', 'two@sea.example');
    const mail = row(page, 'F2').getByRole('link', { name: 'two@sea.example' });
    await expect(mail).toHaveAttribute('href', 'mailto:two@sea.example');

    const filters = page.getByRole('search');
    await filters.getByLabel('Hull').fill('F1');
    await expect(row(page, 'F2')).toHaveCount(0);
    await expect(page).toHaveURL(/filter=.*F1/);
    await filters.getByLabel('Hull').fill('');
    await expect(filters.getByLabel('Hull')).toHaveValue('');
    await expect(row(page, 'F2')).toHaveCount(1);
    await expect(page).not.toHaveURL(/filter=/);
    await page.getByLabel('Find by mail').fill('two@');
    await expect(row(page, 'F1')).toHaveCount(0);
    await expect(filters.getByRole('textbox', { name: 'Mail', exact: true })).toHaveValue('two@');
    await page.getByRole('button', { name: /^Reset/ }).click();
    await expect(row(page, 'F1')).toHaveCount(1);

    await row(page, 'F1').getByRole('link', { name: 'F1' }).click();
    const detail = page.getByRole('dialog');
    await expect(detail).toContainText('All about F1');
    await expect(detail.locator('.RaChipField-chip, .MuiChip-root').first()).toHaveText('F1');
    await page.keyboard.press('Escape');

    for (const name of ['F1', 'F2']) await row(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const many = page.getByRole('dialog');
    await many.getByRole('button', { name: 'Pick a field' }).click();
    await page.getByRole('menuitem', { name: 'Mood' }).click();
    await many.locator('.ra-input-mood').getByRole('combobox').click();
    await page.getByRole('option', { name: 'Calm' }).click();
    await many.getByRole('button', { name: /2 records/ }).click();
    await expect(many).toContainText('2 records changed.');
    await many.getByRole('button', { name: 'Close' }).last().click();
    await expect(row(page, 'F1')).toContainText('Calm');
    await expect(row(page, 'F2')).toContainText('Calm');

    await row(page, 'F1').getByRole('button', { name: 'Scrap' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(row(page, 'F1')).toHaveCount(0);
    await expect(row(page, 'F2')).toHaveCount(1);
  });
});
