import {
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from 'playwright/test';
import { PASSWORD, signedIn } from './caller';

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

interface Console {
  /** Where the console under test is. */
  readonly url: string;
  /** Makes the window that of somebody who signed in before, in a session that other tests go on with, and opens nothing. */
  enterAs(login: string): Promise<void>;
  /** The same, and opens a path: the session must not be ended. */
  openAs(login: string, path: string): Promise<void>;
  /** Goes to another page without loading the console anew. */
  go(path: string): Promise<void>;
  /** Opens a path without a session and signs in there by the form, for a session that the test may end. */
  signIn(login: string, path: string): Promise<void>;
  /** Somebody else at a desk of their own, signed in before. */
  colleague(login: string, path: string, options?: BrowserContextOptions): Promise<Page>;
}

interface OfWorker {
  /** What a sign-in leaves in the browser: one for each operator. */
  sessionOf: (login: string) => Promise<SignedIn>;
}

/** Types into the login form and sends it. */
export const fillLogin = async (page: Page, login: string, password: string): Promise<void> => {
  await page.getByLabel(/^(User name|用户名)/).fill(login);
  await page.getByLabel(/^(Password|密码)/).fill(password);
  await page.keyboard.press('Enter');
};

/**
 * Leaves in a window what a sign-in leaves there, and the window at a plain answer of the same server. Playwright's own
 * way opens another window for it, which costs a third of what loading the console does.
 */
export const enter = async (page: Page, { cookies, origins }: SignedIn): Promise<void> => {
  const context = page.context();
  await context.clearCookies();
  await context.addCookies(cookies);
  for (const { origin, localStorage: kept } of origins) {
    await page.goto(`${origin}/config.json`, { waitUntil: 'commit' });
    await page.evaluate((items) => {
      localStorage.clear();
      for (const { name, value } of items) localStorage.setItem(name, value);
    }, kept);
  }
};

/** Gives the console that a window shows another address, as its own links do. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

const isThere = (page: Page) => expect(page.locator('main')).toBeVisible();

/** A page of the running console; an error that nobody caught fails the test. */
export const test = base.extend<
  { console: Console; skipped: undefined },
  OfWorker & { hasBrowser: boolean }
>({
  hasBrowser: [true, { option: true, scope: 'worker' }],
  skipped: [
    async ({ hasBrowser }, use, { skip }) => {
      skip(!hasBrowser, 'No browser for this system: set CHROMIUM_PATH');
      await use(undefined);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  baseURL: async ({}, use) => use(process.env.CONSOLE_URL),
  sessionOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const sessionByLogin = new Map<string, Promise<SignedIn>>();
      await use((login) => {
        const session = sessionByLogin.get(login) ?? signedIn(process.env.CONSOLE_URL ?? '', login);
        sessionByLogin.set(login, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await use(page);
    // The next test may go on in this window: what belongs to a window is left by no one else. One that closed has none.
    await page.evaluate(() => sessionStorage.clear()).catch(() => {});
    expect(errors).toEqual([]);
  },
  console: async ({ page, browser, baseURL, sessionOf }, use) => {
    const desks: Page[] = [];
    const enterAs = async (login: string) => enter(page, await sessionOf(login));
    await use({
      url: baseURL ?? '',
      enterAs,
      openAs: async (login, path) => {
        await enterAs(login);
        await page.goto(path);
        await isThere(page);
      },
      go: async (path) => {
        const left = await page.title();
        await moveTo(page, path);
        await expect(page).not.toHaveTitle(left);
      },
      signIn: async (login, path) => {
        await page.goto(path);
        await fillLogin(page, login, PASSWORD);
        await page.waitForURL(`**${path}`);
        await isThere(page);
      },
      colleague: async (login, path, options) => {
        const storageState = await sessionOf(login);
        const context = await browser.newContext({ locale: 'en-US', ...options, storageState });
        const desk = await context.newPage();
        desks.push(desk);
        await desk.goto(new URL(path, baseURL).href);
        await isThere(desk);
        return desk;
      },
    });
    for (const desk of desks) await desk.context().close();
  },
});

/** What a page is refused, from now on. */
export const refusals = (page: Page): readonly string[] => {
  const refused: string[] = [];
  page.on('response', async (response: Response) => {
    if (!response.url().includes('/api/')) return;
    // A page that is left takes its answers with it.
    const answer = await response.json().catch(() => undefined);
    if (!answer || answer.verify.sign === 'success') return;
    refused.push(`${response.url()} ${answer.verify.desc}`);
  });
  return refused;
};

/** The ticket panel: what became of the commands sent. */
export const ticketPanel = (page: Page) => page.getByRole('region', { name: /^(Commands|指令)$/ });

/** A row of a list, by the text of its title. */
export const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });

/** The rows of a list. */
export const rows = (page: Page) => page.locator('main tbody tr[data-index]');

/** What a list is sorted by: the head of one of its columns. */
export const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getByRole('button');

/** The heads of a list's columns, as they are read. */
export const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

/** The dialog on top: a form, mostly. */
export const dialog = (page: Page) => page.getByRole('dialog').last();

/** Sends the form in the dialog on top. */
export const save = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Save' }).click();

/** Opens the form of a new record. */
export const openNew = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'New' }).first().click();

/** The strip of pages that are kept open. */
export const tabBar = (page: Page) =>
  page.getByRole('navigation', { name: /^(Open pages|已打开的页面)$/ });

/** Turns the console from English to Chinese. */
export const turnToChinese = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  // The language comes with a file of its own; until it is there, a menu that opens is drawn anew.
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
};

/** Narrows the device list to one lock. */
export const findDevice = async (page: Page, sn: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'SN' }).fill(sn);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, sn)).toBeVisible();
};

export { expect, PASSWORD };
