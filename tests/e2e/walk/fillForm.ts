import type { Locator, Page } from 'playwright/test';
import type { AnyEntity, AnyField } from '../../../src/config';
import { FITTING, filled, lockOf, sampleFile, samples } from '../../api/walk/samples';
import { expect } from '../console';

const PASSWORD = 'Walk2026';

const choose = async (page: Page, dialog: Locator, { label, required }: AnyField) => {
  await dialog.getByRole('combobox', { name: label[0] }).first().click();
  const options = page.getByRole('listbox').getByRole('option');
  await options.nth(required ? 0 : 1).click();
};

const refer = async (page: Page, dialog: Locator, name: string, { of }: AnyField) => {
  await dialog.locator(`input[name="${name}"]`).click();
  const fitting = FITTING[String(of)];
  const options = page.getByRole('listbox').getByRole('option', fitting ? { name: fitting } : {});
  // Records of another walk disappear again.
  await options
    .filter({ hasNotText: /^Walk \d/ })
    .first()
    .click();
};

const referMany = async (page: Page, dialog: Locator, { of, label }: AnyField, n: number) => {
  const box = dialog.getByRole('combobox', { name: label[0] });
  const typed = of === 'device' ? lockOf(n) : '';
  await box.click();
  await box.pressSequentially(typed);
  await expect(box).toHaveValue(typed);
  // Records of another walk disappear again.
  const options = page.getByRole('listbox').getByRole('option', { name: typed });
  await options.filter({ hasNotText: /walk/i }).first().click();
  await box.press('Tab');
};

const upload = async (dialog: Locator, field: AnyField, n: number) => {
  const group = dialog.getByRole('group', { name: field.label[0] });
  const file = await sampleFile(field, n);
  await group.locator('input[type=file]').setInputFiles(file);
  // The form has the file when it shows the name.
  await expect(group.getByRole('link', { name: file.name })).toBeVisible();
};

/** Fills one input like a person. */
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
  else if (kind === 'refs') await referMany(page, dialog, field, n);
  else if (kind === 'file') await upload(dialog, field, n);
};

/** Kinds whose inputs have no name. */
const NAMELESS = ['file', 'refs'];

export const fillForm = async (
  page: Page,
  dialog: Locator,
  entity: AnyEntity,
  n: number,
): Promise<void> => {
  for (const [name, field] of filled(entity)) {
    const input = dialog.locator(`[name="${name}"], [name="${name}.lat"]`).first();
    if (!NAMELESS.includes(field.kind) && (await input.count()) === 0) continue;
    await fill(page, dialog, name, field, n);
  }
};
