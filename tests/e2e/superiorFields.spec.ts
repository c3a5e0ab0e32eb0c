import { openCaller } from './caller';
import { expect, findDevice, rows, test } from './console';

const WHY = 'Only a superior organisation can change this';

test('a field of an organisation above is read-only for the one below, with the reason', {
  tag: '@long',
}, async ({ page, console }) => {
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

  // The same for a new record of their own organisation. For one of an organisation below, the field is enabled.
  await page.getByRole('button', { name: 'New' }).first().click();
  await expect(expiry).toBeDisabled();
  await form.locator('input[name="org_id"]').click();
  await page.getByRole('option', { name: 'Container' }).first().click();
  await expect(expiry).toBeEnabled();
  await expect(form.getByText(WHY)).toHaveCount(0);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();

  // Only an organisation above renews a SIM card. The disabled button gives the reason.
  await console.go('/cardRenewal');
  await page.getByRole('textbox', { name: 'Lock' }).fill('SD2600002');
  const card = rows(page).filter({ visible: true });
  await expect(card).toHaveCount(1);
  await card.getByRole('button', { name: /^(More|Commands)/ }).click();
  const renew = page.getByRole('menuitem', { name: 'Renew' });
  await expect(renew).toHaveAttribute('aria-disabled', 'true');
  await renew.hover();
  await expect(page.getByRole('tooltip')).toContainText(WHY);

  await page.keyboard.press('Escape');

  // The same for their own organisation, and in Chinese.
  await console.go('/org');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  await page.getByRole('button', { name: '编辑 Harbour Logistics' }).click();
  await expect(form.getByLabel(/^短信总数/)).toBeDisabled();
  await expect(form.getByText('仅上级机构可修改此项')).toHaveCount(2);
});

test('a bulk action counts records of an organisation above as refused beforehand', {
  tag: '@long',
}, async ({ page, console }) => {
  const harbour = await openCaller(console.url, 'harbour');
  const { list: cards } = await harbour.ask('/cardRenewal/list', { sn: 'SD260000', pageSize: 20 });
  const snIn = (org: string): string =>
    cards.find(({ org_name }: { org_name: string }) => org_name.startsWith(org)).sn;
  const [own, below] = [snIn('Harbour'), snIn('Yantian')];
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('toolbar').filter({ visible: true });
  const filter = '?filter={"sn":"SD260000"}';
  const select = async () => {
    for (const sn of [own, below]) {
      await page.getByLabel(`Select ${sn}`).filter({ visible: true }).click();
    }
  };

  await console.openAs('harbour', `/cardRenewal${filter}`);
  await select();
  await bar.getByRole('button', { name: 'Renew (1 of 2)' }).click();
  await expect(dialog).toContainText('1 record will be skipped');
  await expect(dialog).toContainText(new RegExp(`${WHY}.* · ${own}`));
  const call = page.waitForRequest('**/api/cardRenewal/renew');
  await dialog.getByRole('button', { name: 'Renew', exact: true }).click();
  const { list } = await harbour.ask('/cardRenewal/list', { sn: below });
  expect((await call).postDataJSON().ids).toEqual([list[0].id]);
  await expect(page.getByText('SIM card renewed')).toBeVisible();

  // Of many locks edited at once, own ones are left out once the reserved field is chosen.
  await console.go(`/deviceList${filter}`);
  await select();
  await bar.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose a field' }).click();
  await page.getByRole('menuitem', { name: 'Used by', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Change 2 records' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose a field' }).click();
  await page.getByRole('menuitem', { name: 'SIM expiry' }).click();
  await expect(dialog.getByRole('button', { name: 'Change 1 record' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([new RegExp(`${own}.*${WHY}`)]);
});
