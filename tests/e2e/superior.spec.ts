import { expect, findDevice, rows, test } from './console';

const WHY = 'Only an organisation above this one may change it';

test('what is bought is read-only to those who have it, with the reason', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/deviceList');
  await findDevice(page, 'SD2600002');
  await page.getByRole('button', { name: 'Edit SD2600002' }).click();
  const form = page.getByRole('dialog');
  const expiry = form.getByLabel(/^SIM expiry/);
  await expect(expiry).toBeDisabled();
  await expect(form.getByText(WHY)).toHaveCount(1);
  await form.getByLabel(/^Name/).fill('Beside the gate');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);

  // A new one of their own is no different, one of an organisation below is.
  await page.getByRole('button', { name: 'New' }).first().click();
  await expect(expiry).toBeDisabled();
  await form.locator('input[name="org_id"]').click();
  await page.getByRole('option', { name: 'Container' }).first().click();
  await expect(expiry).toBeEnabled();
  await expect(form.getByText(WHY)).toHaveCount(0);
});

test('and so it is of their own organisation, in Chinese and for many records', async ({
  console,
}) => {
  const desk = await console.colleague('harbour', '/org', { locale: 'zh-CN' });
  await desk.getByRole('button', { name: '编辑 Harbour Logistics 港湾物流' }).click();
  const form = desk.getByRole('dialog');
  await expect(form.getByLabel(/^短信总数/)).toBeDisabled();
  await expect(form.getByText('仅上级机构可修改此项')).toHaveCount(2);
});

test('a SIM card is renewed by an organisation above, the button says why not by its own', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/cardRenewal');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD2600002');
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^(More|Commands)/ })
    .click();
  const renew = page.getByRole('menuitem', { name: 'Renew' });
  await expect(renew).toHaveAttribute('aria-disabled', 'true');
  await renew.hover();
  await expect(page.getByRole('tooltip')).toContainText(WHY);
});
