import type { Page } from 'playwright/test';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import { type AnyEntity, type AnyField, type Fields, takesPart } from '../../../src/config';
import { expect } from '../console';
import { asked, fillForm } from './fillForm';
import { optionsOf, samples } from './sampleOf';

const fieldOf = (entity: AnyEntity, name: string): AnyField | undefined =>
  (entity.fields as Fields)[name];

/** How a spreadsheet writes what a form has more than one input for. */
const PLACE = '22.5, 114.1';

const textOf = (entity: AnyEntity, name: string, n: number): string => {
  const field = fieldOf(entity, name);
  if (field?.kind === 'lngLat') return PLACE;
  return field && samples[field.kind] ? String(samples[field.kind]?.(field, n)) : '';
};

/** The list's filter of a text that the form wrote, by which the new record is found again. */
const findable = (entity: AnyEntity): string | undefined =>
  (entity.filter as readonly string[]).find((name) => {
    const field = fieldOf(entity, name);
    return field?.kind === 'text' && asked(entity, 'create').some(([other]) => other === name);
  });

const create = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await page.getByRole('button', { name: 'New' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible();
  await fillForm(page, dialog, entity, n);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();
  // Work that takes its time is shown while it runs.
  if (entity.poll !== undefined) {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
};

/** Narrows the list to the record, where the list can be narrowed by a text of it. */
const find = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  const name = findable(entity);
  const field = name === undefined ? undefined : fieldOf(entity, name);
  if (name === undefined || !field) return;
  await page
    .getByRole('textbox', { name: field.label[0], exact: true })
    .first()
    .fill(textOf(entity, name, n));
  await expect(page.getByRole('button', { name: /^Reset filters/ })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
};

/** A text that can be changed without breaking a rule. */
const changeable = (entity: AnyEntity): string | undefined =>
  asked(entity, 'edit').find(
    ([, field]) =>
      field.kind === 'text' && !field.fixed && !field.unique && !optionsOf(field).pattern,
  )?.[0];

const edit = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  const name = changeable(entity);
  if (!entity.verbs.includes('update') || name === undefined) return;
  await page
    // A cell that can be edited by itself has a button of the same name.
    .locator('td.actions')
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  // The list is narrowed by a part of the text: with more behind it the record stays in view.
  const changed = `${textOf(entity, name, n)}x`;
  await dialog.locator(`[name="${name}"]`).fill(changed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeHidden();
  const saved = page.getByRole('row').nth(1);
  if (entity.columns.includes(name)) await expect(saved).toContainText(changed);
};

/** The rows of an export, the first being the header. */
const exported = async (page: Page): Promise<(readonly unknown[])[]> => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).first().click();
  await page.getByRole('menuitem').first().click();
  return readSheet(await (await download).path());
};

/** A spreadsheet row for an import: what the form would be given, references by the title they have in the list. */
const importRow = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Template' }).click();
  const [head = []] = await readSheet(await (await download).path());
  const byLabel = new Map(
    (Object.entries(entity.fields) as [string, AnyField][])
      .filter(([, field]) => takesPart(field, 'import'))
      .map(([name, field]) => [field.label[0], { name, field }]),
  );
  const cells = head.map((title) => {
    const column = byLabel.get(String(title).replace(/\s*\*$/, ''));
    if (!column) return { value: '' };
    const { name, field } = column;
    if (field.kind === 'choice') return { value: field.required ? String(field.of[0][1]) : '' };
    if (field.kind === 'ref' || field.kind === 'refTree') {
      return { value: field.required ? REFERENCES[String(field.of)] : '' };
    }
    return { value: field.required || field.kind === 'text' ? textOf(entity, name, n) : '' };
  });
  const buffer = await writeExcelFile([
    head.map((title) => ({ value: String(title) })),
    cells,
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

/** Titles of records that the demo has. */
const REFERENCES: Readonly<Record<string, string>> = {
  org: 'Harbour Logistics',
  device: 'SD2600002',
  dict: 'Device category / 设备类别',
};

const remove = async (page: Page, entity: AnyEntity): Promise<void> => {
  if (!entity.verbs.includes('delete')) return;
  const rows = await page.getByRole('row').count();
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('row')).not.toHaveCount(rows);
};

/** Does with an entity what its declaration says a person can do with it. */
export const walkEntity = async (page: Page, entity: AnyEntity, n: number): Promise<void> => {
  if (entity.verbs.includes('add')) {
    await create(page, entity, n);
    await find(page, entity, n);
    await edit(page, entity, n);
  }
  const button = page.getByRole('button', { name: 'Export' }).first();
  if (entity.verbs.includes('export') && (await button.isEnabled())) {
    expect((await exported(page)).length).toBeGreaterThan(1);
  }
  if (entity.verbs.includes('add')) await remove(page, entity);
  if (entity.verbs.includes('import')) {
    await importRow(page, entity, n + 1);
    await find(page, entity, n + 1);
    await remove(page, entity);
  }
};
