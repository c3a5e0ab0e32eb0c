import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCustomExample } from '../customExample';
import { violations } from './axe';
import { buildProject } from './buildProject';
import { expect, fillLogin, PASSWORD, test } from './console';
import { type RunningConsole, runConsole } from './startConsole';

test.describe('the code of an installation, outside of the product', { tag: '@long' }, () => {
  const folders: string[] = [];
  let server: RunningConsole | undefined;

  /** Starts a version of the product, which is built in a new folder with the configuration. */
  const start = async (ownConfig: string, dataDir: string) => {
    await server?.stop();
    const root = await buildProject({ ownConfig });
    folders.push(root);
    server = await runConsole({ root, dataDir, env: { DEMO_LOCKS: '20' } });
    return server;
  };

  test.afterAll(async () => {
    await server?.stop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  test('shows its page, slots and kind in both languages, also after an upgrade', async ({
    page,
  }) => {
    const own = await mkdtemp(join(tmpdir(), 'sealdesk-own-'));
    const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-data-'));
    folders.push(own, dataDir);
    const ownConfig = await writeCustomExample(own);
    const { url } = await start(ownConfig, dataDir);
    await page.goto(`${url}/login`);
    await fillLogin(page, 'admin', PASSWORD);
    await expect(page).not.toHaveURL(/login/);

    await page.goto(`${url}/visit`);
    await expect(page.getByRole('status').filter({ hasText: '12 berths are free' })).toBeVisible();
    await page.getByRole('button', { name: 'New', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Truck').fill('hb 1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Wrong format')).toBeVisible();
    await dialog.getByLabel('Truck').fill('HB-1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /HB-1/ });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Arrive' }).first().click();
    await dialog.getByRole('button', { name: 'Arrive' }).click();
    await expect(row.locator('.MuiChip-label').filter({ hasText: /^1$/ })).toBeVisible();
    await expect(page.getByText('11 berths are free')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    // The action has told the users of the organisation.
    await page.goto(`${url}/visit`);
    await page.getByRole('button', { name: /1 message$/ }).click();
    const message = page.getByRole('list', { name: 'Messages to you' }).getByRole('listitem');
    await expect(message).toHaveText(/^HB-1 has arrived · /);
    expect(await violations(page)).toEqual([]);
    await message.getByRole('link').click();
    await expect(page.getByRole('dialog')).toContainText('HB-1');
    await expect(page.getByRole('button', { name: /message/ })).toBeHidden();
    await page.goto(`${url}/berths`);
    await expect(page.getByText('Berth 1: HB-1')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    // A new version of the product in another folder. The session is still open.
    const before = await readFile(ownConfig, 'utf8');
    const upgraded = await start(ownConfig, dataDir);
    expect(await readFile(ownConfig, 'utf8')).toBe(before);
    await page.goto(`${upgraded.url}/config.json`);
    await page.evaluate(() => localStorage.setItem('sealdesk.locale', '"zh"'));
    await page.goto(`${upgraded.url}/berths`);
    await expect(page.getByText('1 号泊位：HB-1')).toBeVisible();
    await page.goto(`${upgraded.url}/visit`);
    await expect(page.getByText('11 个泊位空闲')).toBeVisible();
  });
});
