import type { Locator, Page } from 'playwright/test';
import writeExcelFile from 'write-excel-file/node';
import { type AnyEntity, type AnyField, type Fields, takesPart } from '../../../src/config';
import { optionsOf, samples } from './sampleOf';

const PASSWORD = 'Walk2026';

/** The fields that a form asks for, those that depend on others last. */
export const asked = (entity: AnyEntity, view: 'create' | 'edit'): [string, AnyField][] => {
  const fields: Fields = entity.fields;
  const names: readonly string[] = entity.form.flat();
  return names
    .flatMap((name): [string, AnyField][] => {
      const field = fields[name];
      return field && takesPart(field, view) ? [[name, field]] : [];
    })
    .sort(
      ([, one], [, other]) => Number(one.when !== undefined) - Number(other.when !== undefined),
    );
};

const choose = async (page: Page, dialog: Locator, { label, required }: AnyField) => {
  await dialog.getByRole('combobox', { name: label[0] }).first().click();
  const options = page.getByRole('listbox').getByRole('option');
  await options.nth(required ? 0 : 1).click();
};

/** Where not every record will do, one that the demo has: a role may belong to another organisation. */
const FITTING: Readonly<Record<string, string>> = { role: 'Operator on shift' };

const refer = async (page: Page, dialog: Locator, name: string, { of }: AnyField) => {
  await dialog.locator(`input[name="${name}"]`).click();
  const fitting = FITTING[String(of)];
  const options = page.getByRole('listbox').getByRole('option', fitting ? { name: fitting } : {});
  await options.first().click();
};

const upload = async (dialog: Locator, field: AnyField, n: number) => {
  const extension = optionsOf(field).accept?.split(',')[0] ?? '.png';
  const bytes =
    extension === '.xlsx'
      ? await writeExcelFile([[{ value: 'SN' }], [{ value: `WALK-${n}` }]]).toBuffer()
      : Buffer.from(`a file for walk ${Date.now()}`);
  await dialog
    .getByRole('group', { name: field.label[0] })
    .locator('input[type=file]')
    .setInputFiles({
      name: `walk${extension}`,
      mimeType: 'application/octet-stream',
      buffer: bytes,
    });
};

/** Fills one input as a person would. */
const fill = async (page: Page, dialog: Locator, name: string, field: AnyField, n: number) => {
  const { kind } = field;
  const sample = samples[kind];
  const box = dialog.locator(`input[name="${name}"], textarea[name="${name}"]`).first();
  if (sample) await box.fill(sample(field, n));
  else if (kind === 'password') {
    for (const input of await dialog.locator('input[type=password]').all())
      await input.fill(PASSWORD);
  } else if (kind === 'lngLat') {
    await dialog.locator(`input[name="${name}.lat"]`).fill('22.5');
    await dialog.locator(`input[name="${name}.lon"]`).fill('114.1');
  } else if (kind === 'choice' || kind === 'dict') await choose(page, dialog, field);
  else if (kind === 'ref' || kind === 'refTree') await refer(page, dialog, name, field);
  else if (kind === 'file') await upload(dialog, field, n);
};

/** Kinds that are filled even where nothing asks for them: they are easily typed. */
const EASY = ['text', 'number', 'email', 'phones', 'color', 'date', 'json', 'version', 'duration'];

/** A file that depends on another input is what that input asks for. */
const isEasy = ({ kind, when }: AnyField): boolean =>
  EASY.includes(kind) || (kind === 'file' && when !== undefined);

/** Fills a form: whatever is required, and of the rest what is typed. */
export const fillForm = async (
  page: Page,
  dialog: Locator,
  entity: AnyEntity,
  n: number,
): Promise<void> => {
  for (const [name, field] of asked(entity, 'create')) {
    const wanted = field.required ? field.initial === undefined : isEasy(field);
    const shown = dialog.locator(`[name="${name}"], [name="${name}.lat"]`).first();
    if (!wanted || (field.kind !== 'file' && (await shown.count()) === 0)) continue;
    await fill(page, dialog, name, field, n);
  }
};
