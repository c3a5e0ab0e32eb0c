import {
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type Response,
} from 'playwright/test';
import { PASSWORD, signedIn } from './caller';
import { type RunningConsole, runDemo } from './startConsole';

type SignedIn = Awaited<ReturnType<typeof signedIn>>;

interface Console {
  /** URL of the console under test. */
  readonly url: string;
  /** Its data folder. */
  readonly dataDir: string;
  /** Gives the window the session of an operator. Other tests use the same session. Opens no page. */
  enterAs(login: string): Promise<void>;
  /** Enters as an operator and opens a path. The test must not end the session. */
  openAs(login: string, path: string): Promise<void>;
  /** Goes to another page without a reload. */
  go(path: string): Promise<void>;
  /** Opens a path without a session and signs in by the form. The test may end this session. */
  signIn(login: string, path: string): Promise<void>;
  /** Opens a window of another operator, who is signed in already. */
  colleague(login: string, path: string, options?: BrowserContextOptions): Promise<Page>;
}

interface OfWorker {
  /** Console of the worker, which no test of another worker changes. Undefined without a browser. */
  running: RunningConsole | undefined;
  /** Storage state after the sign-in, one for each operator. */
  sessionOf: (login: string) => Promise<SignedIn>;
}

/** Fills in the login form and submits it. */
export const fillLogin = async (page: Page, login: string, password: string): Promise<void> => {
  await page.getByLabel(/^(User name|用户名)/).fill(login);
  await page.getByLabel(/^(Password|密码)/).fill(password);
  await page.keyboard.press('Enter');
};

/**
 * Puts a session into a window, and leaves the window at a plain answer of the same server. Playwright's own way opens
 * another window for this, which takes a third of the time of loading the console.
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

/** Changes the address of the console as its own links do. */
export const moveTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** Holds back the requests of a call or a file. @returns function that lets them through */
export const holdBack = async (page: Page, url: string | RegExp) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

const isThere = (page: Page) => expect(page.locator('main')).toBeVisible();

/** Test with a page of the running console. An uncaught error fails it. */
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
  running: [
    async ({ hasBrowser }, use) => {
      const running = hasBrowser ? await runDemo() : undefined;
      await use(running);
      await running?.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ running }, use) => use(running?.url),
  sessionOf: [
    async ({ running }, use) => {
      const sessionByLogin = new Map<string, Promise<SignedIn>>();
      await use((login) => {
        const session = sessionByLogin.get(login) ?? signedIn(running?.url ?? '', login);
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
    // The next test may reuse this window, so its session storage is cleared. A closed window has none.
    await page.evaluate(() => sessionStorage.clear()).catch(() => {});
    expect(errors).toEqual([]);
  },
  console: async ({ page, browser, running, sessionOf }, use) => {
    const { url = '', dataDir = '' } = running ?? {};
    const desks: Page[] = [];
    const enterAs = async (login: string) => enter(page, await sessionOf(login));
    await use({
      url,
      dataDir,
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
        await desk.goto(new URL(path, url).href);
        await isThere(desk);
        return desk;
      },
    });
    for (const desk of desks) await desk.context().close();
  },
});

/** Collects the refused calls of a page from now on. */
export const refusals = (page: Page): readonly string[] => {
  const refused: string[] = [];
  page.on('response', async (response: Response) => {
    if (!response.url().includes('/api/')) return;
    // A page that was left discards its answers.
    const answer = await response.json().catch(() => undefined);
    if (!answer || answer.verify.sign === 'success') return;
    refused.push(`${response.url()} ${answer.verify.desc}`);
  });
  return refused;
};

/** Panel with the results of the sent commands. */
export const ticketPanel = (page: Page) => page.getByRole('region', { name: /^(Commands|指令)$/ });

/** Returns a row of a list by the text of its title. */
export const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });

export const rows = (page: Page) => page.locator('main tbody tr[data-index]');

/** Returns the head of a column, which sorts the list. */
export const head = (page: Page, name: string) =>
  page.getByRole('columnheader', { name }).getByRole('button');

/** Returns the texts of a list's column heads. */
export const heads = async (page: Page): Promise<string[]> =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

/** Presses a tool of a list. If the list has few rows, they are in a menu. */
export const pressTool = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('button', { name: 'List tools' });
  const button = page.getByRole('button', { name, exact: true }).first();
  await expect(menu.or(button).first()).toBeVisible();
  // The first answer decides between a menu and buttons.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  if (await menu.isVisible()) {
    await menu.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else await button.click();
};

/** Returns the dialog on top, mostly a form. */
export const dialog = (page: Page) => page.getByRole('dialog').last();

/** Saves the form in the dialog on top. */
export const save = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: 'Save' }).click();

/** Opens the form of a new record. */
export const openNew = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'New' }).first().click();

/** Bar of open pages. */
export const tabBar = (page: Page) =>
  page.getByRole('navigation', { name: /^(Open pages|已打开的页面)$/ });

/** Switches the console from English to Chinese. */
export const turnToChinese = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '中文' }).click();
  // The language loads a file. Until then a menu that opens is redrawn.
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
};

/** Filters the device list to one lock. */
export const findDevice = async (page: Page, sn: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'SN' }).fill(sn);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(row(page, sn)).toBeVisible();
};

export { expect, PASSWORD };
