import { createRoot, type Root } from 'react-dom/client';
import type { Locale } from './config';
import {
  createSession,
  loadRuntimeConfig,
  loginUrl,
  readStored,
  redirectTarget,
  takeLoginNotice,
} from './console/data/session';
import { chooseLocale, handedOver, languages, startFailure, toConsole } from './console/i18n';
import { textOf } from './domain/label';
import type { RuntimeConfig } from './protocol';

/** The console's code and what it is configured to show. */
const loadConsole = () =>
  Promise.all([import('./console/shell/start'), import('../resources.config')]);

/** Draws a part of the program, once its files are there. */
type Show = (runtime: RuntimeConfig) => Promise<void>;

/** The console itself. @param signedIn whether somebody came from the login page just now */
const prepareConsole = async (root: Root, locale: Locale, signedIn: boolean): Promise<Show> => {
  const [{ consoleElement }, { default: declared }] = await loadConsole();
  return async (runtime) =>
    root.render(await consoleElement({ runtime, declared, locale, signedIn }));
};

/** The way in, alone; the console is fetched once somebody is on the way. */
const prepareLogin = async (root: Root, locale: Locale): Promise<Show> => {
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
        onSubmit={() => void loadConsole().catch(() => undefined)}
        // The session is open: what could not be fetched now comes with a new page.
        onSignedIn={(newLocale) => void enter(newLocale).catch(() => location.reload())}
      />,
    );
  };
};

/** The end of a sign-in elsewhere: hands its answer to the page that opened this one. */
const handOver = () => {
  localStorage.setItem('x-admin-oauth-code', location.search.slice(1));
  window.close();
};

const plain = { font: '16px/1.6 system-ui, sans-serif', margin: '15vh 10vw' };

/** The page of `/auth-redirect`. */
const HandedOver = ({ locale }: { readonly locale: Locale }) => (
  <main style={plain}>
    <p role="status">{textOf(handedOver, locale)}</p>
    <a href="/">{textOf(toConsole, locale)}</a>
  </main>
);

const start = async (root: Root, locale: Locale) => {
  if (location.pathname === '/auth-redirect') {
    handOver();
    // A window that no page opened stays.
    root.render(<HandedOver locale={locale} />);
    return;
  }
  const atLogin = location.pathname === '/login';
  const hasToken = createSession(document, location.protocol === 'https:').token() !== undefined;
  if (hasToken === atLogin) {
    history.replaceState(null, '', hasToken ? redirectTarget(location) : loginUrl(location));
  }
  // Both ways to the server at once.
  const [runtime, show] = await Promise.all([
    loadRuntimeConfig(),
    hasToken ? prepareConsole(root, locale, false) : prepareLogin(root, locale),
  ]);
  await show(runtime);
};

const RELOADED = 'sealdesk.reloaded';
let isMissing = false;

/** Loads the page again as soon as the server answers: without it nothing would be left of what is on the screen. */
const reloadWhenReached = () => {
  loadRuntimeConfig().then(
    () => {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      location.reload();
    },
    () => setTimeout(reloadWhenReached, 3_000),
  );
};

/**
 * A file of the console is missing: a new version was put in place while this one was open, or the server is away. The
 * page is loaded again, once.
 */
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (isMissing || Date.now() - last < 60_000) return;
  isMissing = true;
  reloadWhenReached();
});

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const locale = chooseLocale(readStored('local', 'locale'), navigator.languages);
  document.documentElement.lang = languages[locale].tag;
  start(root, locale).catch((error: unknown) => {
    root.render(
      <p role="alert" style={plain}>
        {textOf(startFailure, locale)}
      </p>,
    );
    reportError(error);
  });
}
