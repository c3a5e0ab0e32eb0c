import { createRoot, type Root } from 'react-dom/client';
import type { Locale } from './config';
import {
  createSession,
  loadRuntimeConfig,
  loginUrl,
  readStored,
  redirectTarget,
  takeLoginNotice,
  writeStored,
} from './console/data/session';
import { chooseLocale, handedOver, languages, startFailure, toConsole } from './console/i18n';
import { textOf } from './domain/label';
import type { RuntimeConfig } from './protocol';

const loadDeclared = async () => (await import('../resources.config')).default;

const loadConsole = () => Promise.all([import('./console/shell/start'), loadDeclared()]);

/** True while code is fetched that no page waits for. If that fails, the page that needs it fetches it again. */
let isAhead = false;
/** Time until the first page has loaded, ms. */
const START_TIME = 4_000;

/** Fetches code while the first page rests, so that the next need not wait for it. */
const fetchAhead = (load: () => Promise<unknown>): void => {
  const fetchNow = async () => {
    isAhead = true;
    await load();
    isAhead = false;
  };
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(fetchNow), START_TIME);
};

/** Path of the page where an invited user sets a password. */
const INVITATION = '/invitation';

/** Parameters of the link of an invitation. They are in the fragment, so that no server logs them. */
const linkParameters = () => new URLSearchParams(location.hash.slice(1));

type Show = (runtime: RuntimeConfig) => Promise<void>;

/** Prepares the console. @param signedIn true directly after the login page */
const prepareConsole = async (root: Root, locale: Locale, signedIn: boolean): Promise<Show> => {
  const [{ consoleElement, loadLists }, declared] = await loadConsole();
  return async (runtime) => {
    root.render(await consoleElement({ runtime, declared, locale, signedIn }));
    fetchAhead(loadLists);
  };
};

/**
 * Prepares the login page, which is small. The console's code is fetched while the user signs in.
 * @param invitation token by which an invited user sets a password
 */
const prepareLogin = async (root: Root, locale: Locale, invitation?: string): Promise<Show> => {
  const [{ LoginPage }, messages] = await Promise.all([
    import('./console/pages/login'),
    languages[locale].login(),
  ]);
  const notice = takeLoginNotice() ?? null;
  return async (runtime) => {
    const enter = async (newLocale: Locale) => {
      history.replaceState(null, '', redirectTarget(location));
      const show = await prepareConsole(root, newLocale, true);
      await show(runtime);
    };
    root.render(
      <LoginPage
        runtime={runtime}
        locale={locale}
        messages={messages}
        notice={notice}
        invitation={invitation}
        loadWire={async () => (await loadDeclared()).wire}
        onSubmit={() => void loadConsole().catch(() => undefined)}
        // The session is open, so a failed fetch is repaired by loading the page again.
        onSignedIn={(newLocale) => void enter(newLocale).catch(() => location.reload())}
      />,
    );
  };
};

/** Ends a sign-in with another service: passes its answer to the page that opened this window. */
const handOver = () => {
  localStorage.setItem('x-admin-oauth-code', location.search.slice(1));
  window.close();
};

const plain = { font: '16px/1.6 system-ui, sans-serif', margin: '15vh 10vw' };

const HandedOver = ({ locale }: { readonly locale: Locale }) => (
  <main style={plain}>
    <p role="status">{textOf(handedOver, locale)}</p>
    <a href="/">{textOf(toConsole, locale)}</a>
  </main>
);

const start = async (root: Root, locale: Locale) => {
  if (location.pathname === '/auth-redirect') {
    handOver();
    // The browser closes only windows that a page opened; others show this page.
    root.render(<HandedOver locale={locale} />);
    return;
  }
  if (location.pathname === INVITATION) {
    const token = linkParameters().get('token') ?? '';
    const [runtime, show] = await Promise.all([
      loadRuntimeConfig(),
      prepareLogin(root, locale, token),
    ]);
    await show(runtime);
    return;
  }
  const atLogin = location.pathname === '/login';
  const hasToken = createSession(document, location.protocol === 'https:').token() !== undefined;
  if (hasToken === atLogin) {
    history.replaceState(null, '', hasToken ? redirectTarget(location) : loginUrl(location));
  }
  // Loads the server's settings and the code in parallel.
  const [runtime, show] = await Promise.all([
    loadRuntimeConfig(),
    hasToken ? prepareConsole(root, locale, false) : prepareLogin(root, locale),
  ]);
  await show(runtime);
};

const RELOADED = 'sealdesk.reloaded';
let isMissing = false;
let isStarted = false;

/**
 * Reloads the page if the server answers: its file is missing. Otherwise the part that waits for the file fetches it
 * again itself, except during the start.
 */
const reloadWhenReached = () => {
  loadRuntimeConfig().then(
    () => {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    },
    () => {
      if (isStarted) isMissing = false;
      else setTimeout(reloadWhenReached, 3_000);
    },
  );
};

/**
 * A file of the console is missing: a new version was deployed while this one was open, or the server is down. Reloads
 * the page if it waits for the file, at most once a minute.
 */
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (isAhead || isMissing || Date.now() - last < 60_000) return;
  isMissing = true;
  reloadWhenReached();
});

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const linkLocale = location.pathname === INVITATION ? linkParameters().get('language') : null;
  const locale = chooseLocale(linkLocale ?? readStored('local', 'locale'), navigator.languages);
  if (linkLocale !== null) writeStored('local', 'locale', locale);
  document.documentElement.lang = languages[locale].tag;
  const onStarted = () => {
    isStarted = true;
  };
  start(root, locale).then(onStarted, (error: unknown) => {
    root.render(
      <p role="alert" style={plain}>
        {textOf(startFailure, locale)}
      </p>,
    );
    reportError(error);
  });
}
