import { rm } from 'node:fs/promises';
import { violations } from './axe';
import { buildProject } from './buildProject';
import { signedIn } from './caller';
import { enter, expect, row, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';

const names = ['tripSeal', 'customsTrip'];

// It builds a copy of the project.
test.describe('lines of a record', { tag: '@long' }, () => {
  // The tests share a build and its console.
  test.describe.configure({ mode: 'default' });
  let root: string;
  let running: RunningConsole;

  test.beforeAll(async () => {
    root = await buildProject({
      declarations: 'tests/api/entities/lineEntities.ts',
      names,
      configure: (config) => config.replace('entities: [', `entities: [${names.join(', ')},`),
    });
    running = await runConsole({ root, env: { DEMO_LOCKS: '5' } });
  });
  test.afterAll(async () => {
    await running.stop();
    await rm(root, { recursive: true, force: true });
  });

  test('are pasted, moved and corrected by keyboard, and summed up @long', async ({ page }) => {
    await enter(page, await signedIn(running.url, 'admin'));
    await page.goto(`${running.url}/customsTrip`);
    await page.getByRole('button', { name: 'New' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Declaration/).fill('CT-1');
    await dialog.getByRole('button', { name: 'Add line' }).press('Enter');
    await expect(dialog.getByLabel('Prefix, line 1')).toBeFocused();
    const text = Array.from({ length: 200 }, (_, i) => `AA\t${i * 10 + 1}\t${i * 10 + 10}\t1.50`);
    await page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text.join('\n'));
    await expect(dialog.getByLabel('Prefix, line 200')).toHaveValue('AA');
    await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('3,000.00');

    const last = dialog.getByLabel('Last, line 137');
    await last.fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(last).toHaveAccessibleDescription('Not below the first');
    await expect(last).toBeFocused();
    await last.fill('1370');
    await page.keyboard.press('Alt+ArrowUp');
    await expect(dialog.getByLabel('Last, line 136')).toBeFocused();
    await expect(dialog.getByLabel('Last, line 136')).toHaveValue('1370');
    await dialog.getByRole('button', { name: 'Remove line 200' }).press('Enter');
    await expect(dialog.getByLabel('Prefix, line 200')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'CT-1')).toContainText('2,985.00');
  });

  test('are cards on a phone, without barriers in light and dark @long', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, await signedIn(running.url, 'admin'));
    await page.goto(`${running.url}/customsTrip?create=1`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add line' }).click();
    const card = dialog.getByRole('group', { name: 'Line 1' });
    await card.getByLabel(/^First/).fill('1');
    await card.getByLabel(/^Last/).fill('4');
    await card.getByLabel(/^Unit price/).fill('2');
    await expect(card).toContainText('8.00');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, 'region')).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await violations(page, 'region')).toEqual([]);
  });
});
