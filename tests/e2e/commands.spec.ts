import { openCaller } from './caller';
import { expect, findDevice, head, row, test, ticketPanel } from './console';

/** Lock of Harbour that no other test commands. */
const LENT = 'SD2600113';

/** Lock of the demo that is online and never replies. */
const SILENT = 'SD2600007';

test('a lock found on the map is sealed; list, card and history show it', async ({
  page,
  console,
}) => {
  await console.openAs('harbour', '/mapWorld');
  await page.getByRole('combobox', { name: 'Search locks and places' }).fill('SD2600002');
  await page.getByRole('option', { name: /[^·] SD2600002$/ }).click();
  const card = page
    .getByRole('dialog', { name: /SD2600002/ })
    .or(page.getByRole('region', { name: /SD2600002/ }));
  await expect(card).toContainText('Unsealed (lock closed)');
  await expect(card).toContainText('Battery');
  const unseal = card.getByRole('button', { name: 'Unseal' });
  await expect(unseal).toBeDisabled();
  // Moves from one button with a reason straight to another, which would show its reason at once.
  await unseal.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await card.getByRole('button', { name: 'Seal', exact: true }).click();
  const seal = page.getByRole('dialog', { name: /Seal/ }).getByRole('button', { name: 'Seal' });
  await expect(seal).toBeFocused();
  await page.mouse.move(0, 0);
  const tips = page.getByRole('tooltip');
  await expect(tips).toHaveCount(0);
  await page.evaluate(() => {
    const seen = { tips: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.tips += document.querySelectorAll('[role=tooltip]').length;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Enter');
  await expect(ticketPanel(page)).toContainText('Done');
  const announcement = ticketPanel(page).getByRole('status');
  await expect(announcement).toHaveText('Seal, SD2600002: Done');
  await expect(card).toContainText('Sealed (lock closed)');
  await expect(card.getByRole('button', { name: 'Seal', exact: true })).toBeDisabled();
  // The reason of the disabled button appears only on request.
  expect(
    await page.evaluate(() => (window as unknown as { seen: { tips: number } }).seen.tips),
  ).toBe(0);

  await console.go('/lockHistory');
  await page.getByRole('textbox', { name: 'Lock' }).fill('SD2600002');
  const history = row(page, 'SD2600002').first();
  await expect(history).toContainText('Remote seal');
  await expect(history).toContainText('Lin Yue');
  await console.go('/operationLog');
  await page.getByRole('textbox', { name: 'Call' }).fill('/command/seal');
  await expect(page.getByRole('row').filter({ hasText: '/command/seal' }).first()).toContainText(
    'Lin Yue',
  );

  // A row follows its lock without a reload. A command to an offline lock waits and can be cancelled.
  await console.go('/deviceList');
  await findDevice(page, 'SD2600003');
  await expect(row(page, 'SD2600003')).toContainText('Sealed (lock closed)');
  await page.getByRole('button', { name: 'Commands for SD2600003' }).click();
  await page.getByRole('menuitem', { name: /^Unseal$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('no longer secured');
  await dialog.getByRole('button', { name: 'Unseal' }).click();
  await expect(row(page, 'SD2600003')).toContainText('Unsealed (lock closed)');

  await findDevice(page, 'REPLAY02');
  await page.getByRole('button', { name: 'Commands for REPLAY02' }).click();
  await page.getByRole('menuitem', { name: /^Unseal$/ }).click();
  await expect(dialog).toContainText('is offline');
  await dialog.getByRole('button', { name: 'Unseal' }).click();
  await expect(ticketPanel(page)).toContainText('Waiting for the lock');
  await ticketPanel(page).getByRole('button', { name: 'Cancel the command to REPLAY02' }).click();
  await expect(ticketPanel(page)).toContainText('Cancelled');
});

test('a shared lock is found, shown and commanded within its share', async ({ page, console }) => {
  const admin = await openCaller(console.url, 'admin');
  const [northern] = (await admin.ask('/org/list', { org_name: 'Northern' })).list;
  const [lock] = (await admin.ask('/device/list', { sn: LENT })).list;
  const lent = { devices: [lock.id], orgs: [northern.id], may_seal: true, may_unseal: false };
  const { id } = await admin.ask('/batchDisDevice/add', lent);
  await console.openAs('northern', '/deviceList');
  // Another test may lend more at the same time.
  await expect(page.getByRole('link', { name: /^\d+ shared locks?$/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(LENT);
  await expect(page.getByRole('option', { name: LENT }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sharedDevice\?show=/);
  const detail = page.getByRole('dialog', { name: LENT });
  await expect(detail.getByText('Harbour Logistics')).toBeVisible();
  await expect(detail.getByRole('button', { name: 'Unseal', exact: true })).toBeDisabled();
  await console.go(`/mapWorld?sn=${LENT}`);
  const card = page
    .getByRole('dialog', { name: LENT })
    .or(page.getByRole('region', { name: LENT }));
  await expect(card).toContainText('Shared by another organisation');
  await expect(card.getByRole('button', { name: 'Last hour' })).toHaveCount(0);
  const details = card.getByRole('link', { name: 'Details' });
  // Until the record is found, the link leads to the list.
  await expect(details).toHaveAttribute('href', /\?show=/);
  await details.click();
  await expect(page).toHaveURL(/\/sharedDevice\?show=/);
  await admin.ask('/batchDisDevice/revoke', { ids: [id] });
});

test('shared locks without a share for the command count as refused beforehand', {
  tag: '@long',
}, async ({ page, console }) => {
  const admin = await openCaller(console.url, 'admin');
  const [northern] = (await admin.ask('/org/list', { org_name: 'Northern' })).list;
  const { list } = await admin.ask('/device/list', { sn: 'SD26', status: [0], pageSize: 50 });
  const locks = list
    .filter(({ org_name }: { org_name: string }) => org_name.startsWith('Harbour'))
    .slice(0, 2);
  const ids: number[] = [];
  for (const [i, { id }] of locks.entries()) {
    const rights = { may_seal: i === 0, may_unseal: i === 1 };
    const loan = { devices: [id], orgs: [northern.id], ...rights };
    ids.push((await admin.ask('/batchDisDevice/add', loan)).id);
  }
  await console.openAs('northern', '/sharedDevice');
  for (const { sn } of locks) await page.getByLabel(`Select ${sn}`).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Seal (1 of 2)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 lock cannot receive it now and is skipped');
  await expect(dialog).toContainText(
    `Your organisation has no permission to do this with this lock.${locks[1].device_name} · ${locks[1].sn}`,
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await admin.ask('/batchDisDevice/revoke', { ids });
});

test('several locks receive one command; a refusal is shown', async ({ page, console }) => {
  await console.openAs('admin', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill('SD260000');
  await expect(page.getByText('1–9 of 9')).toBeVisible();
  for (const sn of ['SD2600001', 'SD2600004', 'SD2600008']) {
    await page.getByRole('checkbox', { name: `Select ${sn}` }).click();
  }
  const selection = page.getByRole('toolbar', { name: 'Actions for the selection' });
  await selection.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Set vibration/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Vibration value/).fill('16');
  await dialog.getByRole('button', { name: /^Set vibration/ }).click();
  await expect(dialog.getByText('Must be 15 or less')).toBeVisible();
  await dialog.getByLabel(/^Vibration value/).fill('15');
  await dialog.getByRole('button', { name: /^Set vibration/ }).click();
  await expect(ticketPanel(page)).toContainText('2 set');
  await expect(ticketPanel(page)).toContainText('1 refused');
  await expect(ticketPanel(page)).toContainText('Refused by the lock');
  await expect(ticketPanel(page)).toContainText('Motor fault');
  // A few results take little space.
  expect((await ticketPanel(page).boundingBox())?.height).toBeLessThan(260);

  // The panel has one tab stop for its head and another for its rows; arrows move on from there.
  const rows = ticketPanel(page).getByRole('listitem');
  await ticketPanel(page).getByRole('button', { name: 'Close' }).focus();
  for (const [key, reached] of [
    ['Tab', ticketPanel(page).getByRole('button', { name: '1 refused' })],
    ['ArrowRight', ticketPanel(page).getByRole('button', { name: '2 set' })],
    ['Tab', rows.nth(0)],
    ['ArrowRight', rows.nth(0).getByRole('button', { name: /^Send again to/ })],
    ['ArrowDown', rows.nth(1)],
    ['ArrowUp', rows.nth(0)],
    ['Shift+Tab', ticketPanel(page).getByRole('button', { name: '2 set' })],
  ] as const) {
    await page.keyboard.press(key);
    await expect(reached).toBeFocused();
  }
});

test('an invalid password is not sent; a lock that does not reply in time ends as "no reply"', async ({
  page,
  console,
}) => {
  await page.clock.install();
  await console.openAs('harbour', '/deviceList');
  await page.getByRole('textbox', { name: 'SN' }).fill(SILENT);
  await page.getByRole('button', { name: `Commands for ${SILENT}` }).click();
  await page.getByRole('menuitem', { name: 'Set unseal password' }).click();
  const dialog = page.getByRole('dialog');
  const input = dialog.getByLabel(/^Unseal password/);
  const send = dialog.getByRole('button', { name: /^Set unseal password/ });
  await input.fill('12345678');
  await send.click();
  await expect(dialog.getByText('8 digits, each from 1 to 6').first()).toBeVisible();
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await input.fill('12345612');
  await send.click();
  await expect(ticketPanel(page)).toContainText('Sent, waiting for reply');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Commands', exact: true }).click();
  await menu.getByRole('link', { name: 'Command log' }).click();
  await expect(row(page, SILENT).first()).toContainText('Sent');

  // The server ends the ticket after a minute. The console asks for tickets that are overdue by its own clock.
  await page.route('**/api/appointmentCommandRecord/list', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    for (const ticket of answer.data.list) ticket.state = 'invalid';
    await route.fulfill({ response, json: answer });
  });
  await page.clock.fastForward(66_000);
  await expect(ticketPanel(page)).toContainText('No reply');
  await expect(ticketPanel(page)).toContainText('Issue Timed Out, Please Try Again');
  await head(page, 'Time').click();
  await head(page, 'Time').click();
  await expect(row(page, SILENT).first()).toContainText('No reply');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the lock history names the operator, finds both passwords by one choice, and shows no codes', {
  tag: '@long',
}, async ({ page, console }) => {
  const harbour = await openCaller(console.url, 'harbour');
  // A lock that is sealed and online, once the simulated locks have come.
  let [sn, name] = ['', ''];
  const sealedLock = { sn: 'SD26001', status: [2], communicate_status: [1] };
  await expect
    .poll(async () => {
      const { list } = await harbour.ask('/device/list', sealedLock);
      ({ sn, device_name: name } = list[0] ?? { sn, device_name: name });
      return sn;
    })
    .not.toBe('');
  await harbour.ask('/command/unseal', { sns: [sn] });
  // The page does not follow the lock, so the record is there before it opens.
  const sent = { sn, operate_name: 'Lin Yue' };
  await expect.poll(async () => (await harbour.ask('/lockHistory/list', sent)).total).toBe(1);
  await console.openAs('harbour', `/lockHistory?filter={"operate_name":"Lin Yue"}`);
  await page.getByRole('textbox', { name: 'Lock' }).fill(sn);
  await expect(row(page, sn)).toHaveCount(1);
  await expect(row(page, sn)).toContainText('Lin Yue');
  await expect(row(page, sn)).toContainText(`${name} ${sn}`);
  const head = page.getByRole('columnheader', { name: 'Who' });
  await expect(head).toHaveCount(1);
  await row(page, sn).first().getByRole('link').first().click();
  const detail = page.getByRole('dialog').or(page.getByRole('complementary'));
  await expect(detail.getByText('Remote unseal', { exact: true }).first()).toBeVisible();
  await expect(detail.getByText(/Remote unseal · \d/)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.locator('[data-filter=lock_action]').click();
  const password = page.getByRole('option', { name: 'Password unseal' });
  await expect(password).toHaveCount(1);
  const listed = page.waitForRequest(
    (request) =>
      request.url().endsWith('/lockHistory/list') &&
      /"lock_action":\[2,3\]/.test(request.postData() ?? ''),
  );
  await password.click();
  await listed;
});
