import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildProject } from './buildProject';
import { expect, PASSWORD, test } from './console';

test.describe('a plain react-admin application with the console’s providers', {
  tag: '@long',
}, () => {
  let root: string;

  test.beforeAll(async () => {
    root = await buildProject({ main: 'tests/e2e/stock/main.tsx', clientOnly: true });
  });
  test.afterAll(async () => rm(root, { recursive: true, force: true }));

  // The console's server answers the calls; the files come from the application.
  test.beforeEach(async ({ page, console }) => {
    await page.route(`${console.url}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(root, 'dist/client', pathname === '/' ? 'index.html' : pathname);
      return existsSync(path) ? route.fulfill({ path }) : route.continue();
    });
  });

  test('signs in, guesses lists with references, searches, and shows errors at the field', async ({
    page,
    console,
  }) => {
    await page.goto(`${console.url}/#/device`);
    const signIn = async (password: string) => {
      await page.getByLabel('Username').fill('harbour');
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await signIn('Wrong123');
    await expect(page.getByText('The user name or password is wrong.')).toBeVisible();
    await signIn(PASSWORD);
    await expect(page).not.toHaveURL(/login/);

    // The reference is guessed as `orgs`, and shows its title.
    await page.goto(`${console.url}/#/device`);
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(10);
    await expect(page.locator('td.column-org_id').first()).toContainText(/[A-Za-z]/);
    await expect(page.getByText('There is no entity')).toHaveCount(0);

    // A form of stock inputs: a choice is searched by `q`, and each refusal appears beside its field.
    await page.goto(`${console.url}/#/device/create`);
    await page.getByLabel('Sn').fill('STOCK-1');
    await page.getByLabel('Sim card').fill('12');
    await page.getByRole('combobox').fill('Container');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('19 or 20 digits')).toBeVisible();
    await page.getByLabel('Sim card').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Sn')).toHaveValue('STOCK-1');
    await expect(page).toHaveURL(/#\/device\/\d+$/);
    await page.getByRole('button', { name: 'Profile' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });
});
