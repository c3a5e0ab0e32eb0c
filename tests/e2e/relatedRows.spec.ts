import { openCaller } from './caller';
import { expect, moveTo, test } from './console';

test('a record shows its own rows, and a broken part leaves the rest of the page', {
  tag: '@long',
}, async ({ console, page }) => {
  await page.route(/assets\/SearchHits-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export const SearchHits = () => { throw new Error("broken on purpose"); };',
    }),
  );
  const caller = await openCaller(console.url, 'admin');
  const { list } = await caller.ask('/device/list', { sn_is: 'REPLAY02' });
  expect(list).toHaveLength(1);
  const [{ id, org_id }] = list;
  const short = await caller.ask('/device/add', { sn: 'REPLAY0', org_id });
  const { tickets } = await caller.ask('/command/vibration', { sns: ['REPLAY02'], value: 3 });
  await console.openAs('admin', `/deviceList?show=${short.id}&tab=appointmentCommandRecord`);
  const panel = page.getByRole('tabpanel');
  await test.step('excludes the rows of a lock whose number contains its own', async () => {
    await expect(panel).toContainText('No commands sent to this lock yet.');
    await moveTo(page, `/deviceList?show=${id}&tab=appointmentCommandRecord`);
    await expect(panel).toContainText('Set vibration');
    await panel.getByRole('link', { name: /full list/i }).click();
    const box = page.getByRole('textbox', { name: 'Lock (exact match)' });
    await expect(box).toHaveValue('REPLAY02');
    await box.fill('REPLAY');
    await expect(page.getByRole('textbox', { name: 'Lock', exact: true })).toHaveValue('REPLAY');
  });
  await test.step('excludes the rows of another entity with the same id', async () => {
    const types = await caller.ask('/deviceType/list', { sortField: 'id', sortOrder: 'asc' });
    const [{ id: type, device_type_name: name }] = types.list;
    await caller.ask('/deviceType/update', { id: type, device_type_name: `${name} 2` });
    await caller.ask('/deviceType/update', { id: type, device_type_name: name });
    await console.go(`/deviceTypeList?show=${type}&tab=history`);
    await expect(panel).toContainText(`${name} 2`);
    await console.go(`/deviceList?show=${type}&tab=history`);
    await expect(panel).toContainText(/No changes yet|Administrator|Lin Yue/);
    await expect(panel).not.toContainText(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a broken part', async () => {
    await page.keyboard.press('Control+k');
    const broken = page.getByRole('alert').filter({ hasText: 'broken on purpose' });
    await expect(broken).toBeVisible();
    await page.getByRole('button', { name: 'Close search' }).click();
    await expect(broken).toHaveCount(0);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Device' })).toBeVisible();
  });
  await caller.ask('/appointmentCommandRecord/cancel', {
    ids: tickets.map((ticket: { id: number }) => ticket.id),
  });
  await caller.ask('/device/delete', { ids: [short.id] });
});
