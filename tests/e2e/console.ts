import { test as base, expect, type Page } from 'playwright/test';

/** Everybody's password in the demo. */
export const PASSWORD = 'Demo2026';

interface Console {
  /** Where the console under test is. */
  readonly url: string;
  /** Opens a path without a session and signs in there; the console then shows that path. */
  signIn(login: string, path: string): Promise<void>;
}

/** Types into the login form and sends it. */
export const fillLogin = async (page: Page, login: string, password: string): Promise<void> => {
  await page.getByLabel(/^(User name|用户名)/).fill(login);
  await page.getByLabel(/^(Password|密码)/).fill(password);
  await page.keyboard.press('Enter');
};

/** A page of the running console; an error that nobody caught fails the test. */
export const test = base.extend<{ console: Console }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => use(process.env.CONSOLE_URL),
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    expect(errors).toEqual([]);
  },
  console: async ({ page, baseURL }, use) => {
    const signIn = async (login: string, path: string) => {
      await page.goto(path);
      await fillLogin(page, login, PASSWORD);
      await page.waitForURL(`**${path}`);
      await expect(page.locator('main')).toBeVisible();
    };
    await use({ url: baseURL ?? '', signIn });
  },
});

/** The ticket panel: what became of the commands sent. */
export const ticketPanel = (page: Page) => page.getByRole('region', { name: /^(Commands|指令)$/ });

/** A row of a list, by the text of its title. */
export const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });

/** Narrows the device list to one lock. */
export const findDevice = async (page: Page, sn: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'SN' }).fill(sn);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, sn)).toBeVisible();
};

export { expect };
