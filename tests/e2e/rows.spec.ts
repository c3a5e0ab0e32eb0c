import { openCaller } from './caller';
import { expect, moveTo, test } from './console';

test('what belongs to one lock is not shown of another whose number contains it', async ({
  console,
  page,
}) => {
  const caller = await openCaller(console.url, 'harbour');
  const { list } = await caller.ask('/device/list', { sn_is: 'REPLAY02' });
  expect(list).toHaveLength(1);
  const [{ org_id }] = list;
  const short = await caller.ask('/device/add', { sn: 'REPLAY0', org_id });
  const { tickets } = await caller.ask('/command/vibration', { sns: ['REPLAY02'], value: 3 });
  await console.openAs('harbour', `/deviceList?show=${short.id}&tab=appointmentCommandRecord`);
  await expect(page.getByRole('tabpanel')).toContainText('No command was sent to this lock yet.');
  await moveTo(page, `/deviceList?show=${list[0].id}&tab=appointmentCommandRecord`);
  await expect(page.getByRole('tabpanel')).toContainText('Set vibration');

  await page
    .getByRole('tabpanel')
    .getByRole('link', { name: /full list/i })
    .click();
  const box = page.getByRole('textbox', { name: 'SN, exactly' });
  await expect(box).toHaveValue('REPLAY02');
  await box.fill('REPLAY');
  await expect(page.getByRole('textbox', { name: 'SN', exact: true })).toHaveValue('REPLAY');
  await caller.ask('/appointmentCommandRecord/cancel', {
    ids: tickets.map(({ id }: { id: number }) => id),
  });
  await caller.ask('/device/delete', { ids: [short.id] });
});

test('the history of a record is not that of another kind', async ({ console, page }) => {
  const caller = await openCaller(console.url, 'admin');
  const { list } = await caller.ask('/deviceType/list', { sortField: 'id', sortOrder: 'asc' });
  const [{ id, device_type_name }] = list;
  await caller.ask('/deviceType/update', { id, device_type_name: `${device_type_name} 2` });
  await caller.ask('/deviceType/update', { id, device_type_name });
  await console.openAs('admin', `/deviceTypeList?show=${id}&tab=history`);
  await expect(page.getByRole('tabpanel')).toContainText(`${device_type_name} 2`);
  await console.go(`/deviceList?show=${id}&tab=history`);
  const history = page.getByRole('tabpanel');
  await expect(history).toContainText(/No changes have been made|Administrator|Lin Yue/);
  await expect(history).not.toContainText(device_type_name);
});

test('locks without a name are found, on the map and opened', async ({ console, page }) => {
  await console.openAs('harbour', '/amap?sn=SD2600062');
  const card = page.getByRole('heading', { name: 'SD2600062' });
  await expect(card).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog');
  await search.getByRole('combobox').fill('SD2600062');
  await expect(search.getByRole('option', { name: /SD2600062/ }).first()).toBeVisible();
  await search.getByRole('combobox').fill('REPLAY02');
  await search
    .getByRole('option', { name: /REPLAY02/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'REPLAY02' })).toBeVisible();
});

test('a part that breaks stays inside the frame', async ({ console, page }) => {
  await page.route(/assets\/SearchDialog-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const SearchDialog = () => { throw new Error("broken on purpose"); };',
    }),
  );
  await console.openAs('harbour', '/deviceList');
  await page.keyboard.press('Control+k');
  const broken = page.getByRole('alert').filter({ hasText: 'broken on purpose' });
  await expect(broken).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(broken).toHaveCount(0);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Device' })).toBeVisible();
});
