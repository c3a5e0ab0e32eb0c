import { rm } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { violations } from './axe';
import { buildProject } from './buildProject';
import { openCaller, signedIn } from './caller';
import { enter, expect, row, test, turnToChinese } from './console';
import { type RunningConsole, runConsole } from './startConsole';
import * as entities from './walk/newEntities';
import { walkEntity } from './walk/walkEntity';

const names = Object.keys(entities);
const { ferry: _slotted, parcel: _moved, ...plain } = entities;

/** Adds entities to the configuration. */
const configure = (config: string) =>
  config.replace('entities: [', `entities: [${names.join(', ')},`);

// They build a copy of the project.
test.describe('eight lines of configuration', { tag: '@long' }, () => {
  // The tests share a build and its console.
  test.describe.configure({ mode: 'default' });
  let root: string;
  let running: RunningConsole;

  test.beforeAll(async () => {
    root = await buildProject({ declarations: 'tests/e2e/walk/newEntities.ts', names, configure });
    running = await runConsole({ root, env: { DEMO_LOCKS: '5' } });
  });
  test.afterAll(async () => {
    await running.stop();
    await rm(root, { recursive: true, force: true });
  });

  const openAs = async (page: Page, login: string, path: string) => {
    await enter(page, await signedIn(running.url, login));
    await page.goto(running.url + path);
  };

  test('add a page, validation in both languages, a table and permissions', async ({ page }) => {
    await openAs(page, 'admin', '/vehicle');
    await page.getByRole('button', { name: 'New' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Axles/).fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Required')).toBeVisible();
    await expect(dialog.getByText('Must be 9 or less')).toBeVisible();
    await dialog.getByLabel(/^Plate/).fill('粤B·12345');
    await dialog.getByLabel(/^Axles/).fill('3');
    await dialog.getByLabel(/^Type/).click();
    await page.getByRole('option', { name: 'Van' }).click();
    await dialog.getByLabel(/^Lock/).fill('SD2600003');
    await page.getByRole('option', { name: /SD2600003/ }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, '粤B·12345')).toContainText('SD2600003');

    await turnToChinese(page);
    await expect(row(page, '粤B·12345')).toContainText('厢车');
    await expect(page.getByRole('columnheader', { name: '车牌' })).toBeVisible();
    await page
      .getByRole('button', { name: '删除 粤B·12345' })
      .or(page.getByRole('button', { name: /删除.*粤B/ }))
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click();
    await expect(row(page, '粤B·12345')).toHaveCount(0);
  });

  for (const [name, entity] of Object.entries(plain)) {
    test(`add ${name} as a page with all its operations`, async ({ page }) => {
      await openAs(page, 'admin', `/${name}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await walkEntity(page, entity, 300);
    });
  }

  test('grant nothing until an operator does', async () => {
    const shift = await openCaller(running.url, 'shift');
    await expect(shift.ask('/vehicle/list')).rejects.toThrow('You have no permission to do this.');
  });

  test('keep the form of a refused action', async ({ page }) => {
    const admin = await openCaller(running.url, 'admin');
    await admin.ask('/parcel/add', { code: 'P1', shelf: 'S-P1' });
    const other = await admin.ask('/parcel/add', { code: 'P2', shelf: 'S-P2' });
    await admin.ask('/parcel/hold', { ids: [other.id], why: 'Papers are missing' });
    await openAs(page, 'admin', '/parcel');
    const dialog = page.getByRole('dialog');
    const grounds = dialog.getByLabel(/^Grounds/);
    const hold = dialog.getByRole('button', { name: /^Hold/ });
    const mark = () => page.getByRole('toolbar').getByRole('button', { name: 'Hold' }).click();
    await row(page, 'P1').getByRole('checkbox').check();
    await mark();
    await grounds.fill('Papers are missing');
    await hold.click();
    await expect(grounds).toHaveAccessibleDescription(/Already in use/);
    await expect(grounds).toHaveValue('Papers are missing');
    await expect(grounds).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    expect(await violations(page, 'region')).toEqual([]);
    await grounds.fill('Papers');
    // Another operator is faster.
    const { list } = await admin.ask('/parcel/list', { code: 'P1' });
    await admin.ask('/parcel/hold', { ids: [list[0].id], why: 'Damaged' });
    await hold.click();
    await expect(dialog.getByRole('alert')).toContainText('Custody is “Held”');
    await expect(grounds).toHaveValue('Papers');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'P1')).toContainText('Damaged');
  });

  test('say at a frozen value of a list why it cannot be changed', async ({ page }) => {
    const admin = await openCaller(running.url, 'admin');
    const { id } = await admin.ask('/parcel/add', { code: 'F1', shelf: 'S1' });
    await admin.ask('/parcel/hold', { ids: [id], why: 'Torn' });
    await admin.ask('/parcel/add', { code: 'F2', shelf: 'S2' });
    await openAs(page, 'admin', '/parcel');
    const pencil = row(page, 'F1').getByRole('button', { name: 'Edit shelf' });
    const reason = 'Shelf cannot be changed while Custody is “Held”.';
    await expect(pencil).toHaveAttribute('aria-disabled', 'true');
    await expect(pencil).toHaveAccessibleDescription(reason);
    const tip = page.getByRole('tooltip');
    await pencil.hover();
    await expect(tip).toHaveText(reason);
    await page.mouse.move(0, 0);
    await expect(tip).toHaveCount(0);
    await row(page, 'F1').getByRole('cell', { name: 'S1' }).focus();
    await page.keyboard.press('Tab');
    await expect(pencil).toBeFocused();
    await expect(tip).toHaveText(reason);
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(tip).toHaveText(reason);
    await expect(page.getByRole('textbox', { name: /^Shelf/ })).toHaveCount(1);
    expect(await violations(page, 'region')).toEqual([]);
    await row(page, 'F2').getByRole('button', { name: 'Edit shelf' }).click();
    await expect(page.locator('.MuiPopover-root').getByRole('textbox')).toHaveValue('S2');
  });

  test('give react-admin’s own components their form, list and record in every slot', async ({
    page,
  }) => {
    await openAs(page, 'admin', '/ferry');
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
    await many.getByRole('button', { name: 'Choose a field' }).click();
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
