import type { Page } from 'playwright/test';
import { type Caller, openCaller } from './caller';
import { dialog, expect, row, save, test } from './console';

/** Adds a card, and returns calls by which another operator changes it. */
const openCard = async (caller: Caller) => {
  const ic_no = `5${Date.now().toString().slice(-9)}`;
  const { id } = await caller.ask('/icCard/add', {
    ic_no,
    ic_name: 'First',
    org_id: 2,
    card_type: 1,
  });
  const theirs = (values: object) => caller.ask('/icCard/update', { id, ...values });
  const stored = () => caller.ask('/icCard/get', { id });
  const remove = () => caller.ask('/icCard/delete', { ids: [id] });
  return { ic_no, theirs, stored, remove };
};

type Card = Awaited<ReturnType<typeof openCard>>;

/** Shows both versions side by side, and chooses one for each value. */
const chooseEach = async (page: Page, { ic_no, theirs, stored }: Card) => {
  await page.getByRole('button', { name: `Edit ${ic_no}` }).click();
  await dialog(page).getByLabel(/^Name/).fill('Mine');
  await dialog(page).getByLabel(/^Type/).click();
  await page.getByRole('option', { name: 'Group' }).click();
  await dialog(page)
    .getByLabel(/^Group number/)
    .fill('77');
  await theirs({ ic_name: 'Theirs', card_type: 2, card_no: '88', status: 0 });
  await save(page);

  const question = page.getByRole('alertdialog');
  const name = question.getByRole('region', { name: 'Name' });
  await expect(name).toContainText('First');
  await expect(name.getByRole('radiogroup')).toContainText(/Keep mine.*Mine.*Use theirs.*Theirs/s);
  await expect(question.getByRole('region', { name: 'Group number' })).toContainText('88');
  // Both changed it to the same value, so there is nothing to choose.
  await expect(question.getByRole('region', { name: 'Type' })).toHaveCount(0);
  await expect(question).toContainText('Status');
  await name.getByRole('radio', { name: 'Use theirs' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(question).toHaveCount(0);
  await expect(row(page, 'Theirs')).toBeVisible();
  expect(await stored()).toMatchObject({ ic_name: 'Theirs', card_no: '77', status: 0 });
};

/** Edits a value in its list cell, and resolves the conflict both ways. */
const editInCell = async (page: Page, { ic_no, theirs, stored }: Card) => {
  for (const [choice, stays] of [
    ['Keep mine', 'Mine 1'],
    ['Use theirs', 'Theirs 2'],
  ] as const) {
    const [, n] = stays.split(' ');
    await page.getByRole('button', { name: 'Edit Name' }).click();
    const popover = page.locator('.MuiPopover-root');
    await popover.getByRole('textbox').fill(`Mine ${n}`);
    await theirs({ ic_name: `Theirs ${n}` });
    await popover.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(/Keep mine.*Mine.*Use theirs.*Theirs/s);
    await question.getByRole('button', { name: 'Back to form' }).click();
    await expect(popover.getByRole('textbox')).toHaveValue(`Mine ${n}`);
    await popover.getByRole('button', { name: 'Save' }).click();
    await question.getByRole('radio', { name: choice }).click();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(popover).toHaveCount(0);
    await expect(row(page, ic_no)).toContainText(stays);
    expect((await stored()).ic_name).toBe(stays);
  }
};

/**
 * Saves changes of different fields together. Every further conflict asks again, and nothing typed is lost, even by a
 * deletion.
 */
const beOvertaken = async (page: Page, { ic_no, theirs, stored, remove }: Card) => {
  const edit = page.getByRole('button', { name: `Edit ${ic_no}` });
  await edit.click();
  await dialog(page).getByLabel(/^Name/).fill('Mine');
  await theirs({ status: 1 });
  await save(page);
  await expect(row(page, 'Mine')).toBeVisible();
  expect(await stored()).toMatchObject({ ic_name: 'Mine', status: 1 });

  await edit.click();
  await dialog(page).getByLabel(/^Name/).fill('Mine again');
  await theirs({ ic_name: 'Second' });
  await save(page);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Second');
  await theirs({ ic_name: 'Third' });
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(question).toContainText('Third');
  await question.getByRole('button', { name: 'Back to form' }).click();
  await expect(dialog(page).getByLabel(/^Name/)).toHaveValue('Mine again');
  await save(page);
  // The typed value is preselected.
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Mine again')).toBeVisible();

  await edit.click();
  await dialog(page).getByLabel(/^Name/).fill('Mine at last');
  await remove();
  await save(page);
  await expect(dialog(page).getByRole('alert')).toContainText('Update Fail');
  await expect(dialog(page).getByRole('alert')).toContainText('This record does not exist.');
  await expect(dialog(page).getByLabel(/^Name/)).toHaveValue('Mine at last');
};

test('an operator who saves after another sees both versions, chooses, and loses nothing', async ({
  page,
  console,
}) => {
  const card = await openCard(await openCaller(console.url, 'admin'));
  await console.openAs('harbour', `/icCard?filter={"ic_no":"${card.ic_no}"}`);
  await test.step('side by side', () => chooseEach(page, card));
  await test.step('in a cell', () => editInCell(page, card));
  await test.step('repeatedly', () => beOvertaken(page, card));
});
