import { openCaller, signedIn } from './caller';
import { enter, expect, test } from './console';
import { type RunningConsole, runDemo } from './startConsole';

let running: RunningConsole;
test.beforeAll(async () => {
  running = await runDemo();
});
test.afterAll(() => running.stop());

test('a dangerous command waits for a second person, who is notified on every page', async ({
  page,
}) => {
  const admin = await openCaller(running.url, 'admin');
  const name = 'command_second_person';
  const { list: params } = await admin.ask('/systemParams/list', { param_name: name });
  await admin.ask('/systemParams/update', { id: params[0].id, param_text: '1' });
  const harbour = await openCaller(running.url, 'harbour');
  const { list: locks } = await harbour.ask('/device/list', { pageSize: 1 });
  const { sn } = locks[0];
  const { tickets } = await harbour.ask('/command/clearCache', {
    sns: [sn],
    how: { reason: 'Stuck reports', typed: sn },
  });

  // The sender's button is disabled, with the reason.
  await enter(page, await signedIn(running.url, 'harbour'));
  await page.goto(`${running.url}/commandBatch`);
  const row = page.locator('main tbody tr[data-index]').filter({ visible: true });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^More actions/ }).click();
  const confirm = page.getByRole('menuitem', { name: 'Confirm' });
  await expect(confirm).toHaveAttribute('aria-disabled', 'true');
  await expect(confirm).toHaveAttribute(
    'title',
    'A second person must confirm it, not the sender.',
  );

  await enter(page, await signedIn(running.url, 'admin'));
  await page.goto(`${running.url}/org`);
  const bar = page.getByText('A command for 1 lock needs a second person to confirm it');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/\/commandBatch\?filter=/);
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /^More actions/ }).click();
  await confirm.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Stuck reports');
  // The bar gives way to the dialog, whose buttons may be in the same place.
  await expect(bar).toBeHidden();
  await expect(dialog).toContainText('Lin Yue');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toHaveCount(0);
  const ticket = await harbour.ask('/appointmentCommandRecord/get', { id: tickets[0].id });
  expect(ticket).toMatchObject({ operate_name: 'Lin Yue', confirm_name: 'Administrator' });
  expect(ticket.state).not.toBe('unconfirmed');
});
