import type { Locator, Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import type { AnyEntity, Fields } from '../../../src/config';
import {
  COMES_WITH,
  changeable,
  fieldOf,
  findable,
  importCells,
  textOf,
} from '../../api/walk/samples';
import { expect, pressTool, rows } from '../console';
import { fillForm } from './fillForm';

/** Saves a form, also without permissions, which is asked about. */
const save = async (page: Page, dialog: Locator, entity: AnyEntity): Promise<void> => {
  await dialog.getByRole('button', { name: 'Save' }).click();
  if (Object.values(entity.fields as Fields).some(({ kind }) => kind === 'grants')) {
    await page.getByRole('alertdialog').getByRole('button', { name: 'Save' }).click();
  }
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();
};

const create = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await page.getByRole('button', { name: 'New' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  if (entity.more.length > 0) await dialog.getByRole('button', { name: 'More' }).click();
  await fillForm(page, dialog, entity, n);
  await save(page, dialog, entity);
  // A job is shown while it runs.
  if (entity.poll !== undefined) {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
};

/** Filters the list to the record, if the list can be filtered by one of its texts. */
const find = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  const name = findable(entity);
  const field = name === undefined ? undefined : fieldOf(entity, name);
  if (name === undefined || !field) return;
  await page
    .getByRole('textbox', { name: field.label[0], exact: true })
    .first()
    .fill(textOf(entity, name, n));
  await expect(page.getByRole('button', { name: /^Reset filters/ })).toBeVisible();
  // A tree also shows the ancestors of a record.
  if (entity.tree) await expect(ownRow(page, entity, n)).toHaveCount(1);
  else await expect(page.getByRole('row')).toHaveCount(2);
};

/** Returns the row of the record, or the filtered list: a tree also shows the ancestors. */
const ownRow = (page: Page, entity: AnyEntity, n: number) => {
  const name = findable(entity);
  return entity.tree && name !== undefined
    ? rows(page).filter({ hasText: textOf(entity, name, n) })
    : page.locator('main');
};

const edit = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  const name = changeable(entity);
  if (!entity.verbs.includes('update') || name === undefined) return;
  await ownRow(page, entity, n)
    // A cell that can be edited has a button of the same name.
    .locator('td.actions')
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  // The list is filtered by a part of the text, so the longer text still matches.
  const changed = `${textOf(entity, name, n)}x`;
  await dialog.locator(`[name="${name}"]`).fill(changed);
  await save(page, dialog, entity);
  const saved = entity.tree ? ownRow(page, entity, n) : page.getByRole('row').nth(1);
  if (entity.columns.includes(name)) await expect(saved).toContainText(changed);
};

/** Downloads an export. @returns its rows, the first being the head */
const exported = async (page: Page): Promise<(readonly unknown[])[]> => {
  const download = page.waitForEvent('download');
  await pressTool(page, 'Export');
  await page.getByRole('menuitem').first().click();
  return readSheet(await (await download).path());
};

/** Imports a row with the values of the form; references are given by title. */
const importRow = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await pressTool(page, 'Import');
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Template' }).click();
  const [head = []] = await readSheet(await (await download).path());
  const buffer = await writeExcelFile([
    head.map((title) => ({ value: String(title) })),
    importCells(entity, head, n).map((value) => ({ value })),
  ]).toBuffer();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'walk.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  });
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog).toContainText('1 row imported.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
};

const remove = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  if (!entity.verbs.includes('delete') || COMES_WITH[entity.name]) return;
  const before = await page.getByRole('row').count();
  await ownRow(page, entity, n)
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // While the question is open, rows are inert.
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('row')).not.toHaveCount(before);
};

/** Opens the first record and each of its tabs. */
const look = async (page: Page): Promise<void> => {
  await rows(page).first().press('Enter');
  const detail = page.getByRole('dialog').first();
  await expect(detail.getByRole('heading').first()).toBeVisible();
  for (const tab of await detail.getByRole('tab').all()) {
    // By key: the tabs still move, so a click could hit the wrong one.
    await tab.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(detail.getByRole('tabpanel')).not.toBeEmpty();
    await expect(detail.getByRole('progressbar')).toHaveCount(0);
    await expect(detail.getByRole('alert')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const write = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await create(page, entity, n);
  await find(page, entity, n);
  await edit(page, entity, n);
};

/** Adds a record of an entity by its form, changes it and deletes it. */
export const walkForm = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await write(page, entity, n);
  await remove(page, entity, n);
};

/** Does everything that the declaration of an entity allows a person. */
export const walkEntity = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  if (entity.verbs.includes('add')) await write(page, entity, n);
  const nothing = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(rows(page).or(nothing).first()).toBeVisible();
  if ((await rows(page).count()) > 0) {
    await look(page);
    if (entity.verbs.includes('export')) expect((await exported(page)).length).toBeGreaterThan(1);
  }
  if (entity.verbs.includes('add')) await remove(page, entity, n);
  if (entity.verbs.includes('import')) {
    await importRow(page, entity, n + 1);
    await find(page, entity, n + 1);
    await remove(page, entity, n + 1);
  }
};
