import { violations } from './axe';
import { expect, row, test, ticketPanel } from './console';

/** Lock that only obeys commands. No other test changes its settings. */
const SN = 'SD2600102';

const numbers = (first: number) => Array.from({ length: 20 }, (_, i) => first + i).join(', ');

test('settings are read and changed, and the known value differs from the sent one', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill(SN);
  await row(page, SN).getByRole('link', { name: SN, exact: true }).click();
  await page.getByRole('tab', { name: 'Settings', exact: true }).click();
  const setting = (name: string) => page.getByRole('listitem', { name, exact: true });
  await expect(page.getByText('The settings of this lock are unknown')).toBeVisible();
  // If the value is unknown, the dialog asks the lock.
  await setting('Parking alarm time').getByRole('button').click();
  const form = page.getByRole('dialog', { name: /parking alarm time/i });
  await form.getByRole('button', { name: 'Read now' }).click();
  await expect(form.getByRole('textbox')).toHaveValue(/^(0|60|120)$/);
  await form.getByRole('textbox').fill('75');
  await expect(form.getByRole('group', { name: 'Value on the lock' })).toContainText('75 min');
  expect(await violations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Set parking alarm time' }).click();
  await expect(setting('Parking alarm time')).toContainText('75 min');
  await expect(setting('Server address')).toContainText('seals.example.com · Port 1883');
  await expect(setting('Unseal password')).toContainText('Set');
  await expect(setting('Parking alarm time')).toContainText('Sent to the lock, not read since');

  await page.getByRole('button', { name: 'Copy settings to other locks' }).click();
  const copying = page.getByRole('dialog', { name: `Copy settings of ${SN} to other locks` });
  await copying.getByRole('combobox', { name: /Locks/ }).fill('SD2600103');
  await page.keyboard.press('Enter');
  const chosen = copying.getByRole('group', { name: 'Settings to copy' });
  await expect(chosen.getByLabel(/Parking alarm time: 75 min/)).toBeChecked();
  await expect(chosen.getByLabel(/Server address/)).not.toBeChecked();
  await expect(chosen).toContainText('1 unknown');
  await expect(copying).toContainText('because they are secret: Unseal password, Bluetooth key');
  await copying.getByRole('button', { name: 'Send 7 commands' }).click();
  await expect(copying).toHaveCount(0);
  // The announcement of the last command may name the lock as well.
  await expect(ticketPanel(page).getByText(/ · SD2600103$/)).toHaveCount(7);

  for (const first of [7001, 8001]) {
    // The ticket panel covers the end of the page until it is closed.
    await ticketPanel(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Add IC cards' }).click();
    const adding = page.getByRole('dialog', { name: /^Add IC cards/ });
    await adding.getByRole('combobox', { name: /IC cards/ }).fill(numbers(first));
    await page.keyboard.press('Enter');
    await adding.getByRole('button', { name: 'Add IC cards' }).click();
    await expect(adding).toHaveCount(0);
  }
  await expect(page.getByText('No room for more than 32')).toBeVisible();
  await expect(setting('IC cards')).toContainText('7020');
  await expect(setting('IC cards')).toContainText('Differs from the last value sent');
  await expect(setting('IC cards')).toContainText('Refused by the lock');
  await expect(
    page.getByRole('alert').filter({ hasText: /differs? from the last value/ }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
