import { violations } from './axe';
import { openCaller } from './caller';
import { expect, moveTo, test } from './console';

test('the map shows its scale and follows its address; a lock is found in its list, by text and by its SIM card', async ({
  page,
  console,
}) => {
  await console.openAs('admin', '/mapWorld');
  await expect(page.getByRole('option', { name: /SD26/ }).first()).toBeVisible();
  // Fences and tracks lie below the fleet, names above all of them.
  for (const pane of ['fleet', 'names']) {
    await expect(page.locator(`.leaflet-${pane}-pane > canvas`)).toHaveCount(1);
  }
  const bar = page.getByRole('img', { name: /^Scale/ });
  const scale = async () => [await bar.textContent(), (await bar.boundingBox())?.width];
  const zoom = (way: 'in' | 'out') => page.getByRole('button', { name: `Zoom ${way}` }).click();
  const [length, width = 0] = await scale();
  await zoom('in');
  await expect.poll(scale).not.toEqual([length, width]);
  await zoom('out');
  // The same place, except for the distortion of a pixel.
  await expect
    .poll(async () => {
      const [again, wide = 0] = await scale();
      return again === length && Math.abs(Number(wide) - Number(width)) < 3;
    })
    .toBe(true);

  for (const sn of ['SD2600001', 'SD2600002']) {
    await moveTo(page, `/mapWorld?sn=${sn}`);
    await expect(page.getByRole('dialog', { name: `Lock ${sn}` })).toBeVisible();
  }

  await moveTo(page, '/mapWorld');
  const list = page.getByRole('listbox', { name: 'Locks on the map' });
  const options = list.getByRole('option');
  const search = page.getByRole('combobox', { name: 'Search locks and places' });
  await expect(options.first()).toBeVisible();
  // Only the visible rows of all are drawn.
  expect(await options.count()).toBeLessThan(40);
  expect(Number(await options.first().getAttribute('aria-setsize'))).toBeGreaterThan(100);

  await test.step('by text, which stays in the address', async () => {
    await search.fill('SD260001');
    await page.getByRole('option', { name: /^Show the \d+ locks matching “SD260001”/ }).click();
    await expect(page).toHaveURL(/[?&]q=SD260001/);
    await expect(page.getByText(/^“SD260001”, 10 locks/)).toBeVisible();
    await expect(options).toHaveCount(10);
  });

  await test.step('by keyboard, from the sort menu to a row', async () => {
    await page.getByRole('button', { name: 'Sort by: Worst first' }).click();
    await page.getByRole('menuitemradio', { name: 'SN', exact: true }).click();
    await expect(options.first()).toContainText('SD2600010');
    await list.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Lock SD2600019' })).toBeVisible();
    await expect(list.getByRole('option', { selected: true })).toContainText('SD2600019');
    await expect(page.getByText(/10 locks, [89] outside the view/)).toBeVisible();
  });

  await test.step('followed, with its last hour', async () => {
    const card = page.getByRole('dialog', { name: 'Lock SD2600019' });
    await card.getByRole('button', { name: 'Follow' }).click();
    const records = page.waitForResponse(/\/deviceLocationRecord\/list$/);
    await card.getByRole('button', { name: 'Last hour' }).click();
    const { verify, data } = await (await records).json();
    expect([verify.sign, data.list.length > 0]).toEqual(['success', true]);
    // A ring marks the start. The line of a lock that just started may be shorter than a pixel.
    await expect(page.locator('.leaflet-overlay-pane path').last()).toBeVisible();
    await expect(card.getByRole('button', { name: 'Follow' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await violations(page)).toEqual([]);
    // "Show all" ends the following of a lock, so the map does not move back.
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await expect(card.getByRole('button', { name: 'Follow' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  await test.step('by the legend, which counts and filters', async () => {
    await page.getByRole('button', { name: 'Show all locks' }).first().click();
    // Beside the list the legend starts folded.
    await page.getByRole('button', { name: 'Legend' }).click();
    const online = page.getByRole('button', { name: /^Online \d+/ });
    await online.click();
    await expect(page).toHaveURL(/[?&]link=1/);
    await expect(online).toHaveAttribute('aria-pressed', 'true');
    await online.click();
    await expect(page).not.toHaveURL(/[?&]link=/);
  });

  await test.step('by place', async () => {
    await search.fill('武汉');
    await page.getByRole('option', { name: /Wuhan/ }).click();
    await expect(page.getByRole('img', { name: /^Scale bar, (5|10|20) km$/ })).toBeVisible();
  });

  await test.step('by the number of its SIM card', async () => {
    const caller = await openCaller(console.url, 'admin');
    const { list: known } = await caller.ask('/device/list', { sn: 'SD2600003', pageSize: 1 });
    const { sn, sim_card } = known[0];
    expect(sim_card).toMatch(/^\d{5,20}$/);
    await search.fill(sim_card);
    await page.getByRole('option', { name: new RegExp(sim_card) }).click();
    await expect(page.getByRole('dialog', { name: `Lock ${sn}` })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('hidden, even after a reload', async () => {
    await page.getByRole('button', { name: 'Hide list' }).first().click();
    await expect(list).toBeHidden();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show list' })).toBeVisible();
    await page.getByRole('button', { name: 'Show list' }).click();
    await expect(list).toBeVisible();
  });
});
