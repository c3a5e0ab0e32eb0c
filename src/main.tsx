import { createRoot, type Root } from 'react-dom/client';
import type { Locale } from './config';
import {
  createSession,
  loadRuntimeConfig,
  loginUrl,
  readStored,
  redirectTarget,
  takeNotice,
} from './console/data/session';
import { chooseLocale, languageTag, loadLoginMessages, startFailure } from './console/i18n';
import { textOf } from './domain/label';
import type { RuntimeConfig } from './protocol';

const loadShell = () => import('./console/shell');

/** The console itself. @param signedIn whether somebody came from the login page just now */
const showConsole = async (
  root: Root,
  runtime: RuntimeConfig,
  locale: Locale,
  signedIn: boolean,
) => {
  const { consoleElement } = await loadShell();
  root.render(await consoleElement({ runtime, locale, signedIn }));
};

/** The way in, alone; the console is fetched once somebody is on the way. */
const showLogin = async (root: Root, runtime: RuntimeConfig, locale: Locale) => {
  const [{ LoginPage }, messages] = await Promise.all([
    import('./console/pages/login'),
    loadLoginMessages(locale),
  ]);
  const enter = (chosen: Locale) => {
    history.replaceState(null, '', redirectTarget(location));
    return showConsole(root, runtime, chosen, true);
  };
  root.render(
    <LoginPage
      runtime={runtime}
      locale={locale}
      messages={messages}
      notice={takeNotice() ?? null}
      onSubmit={() => void loadShell().catch(() => undefined)}
      onSignedIn={enter}
    />,
  );
};

/** The end of a sign-in elsewhere: hands its answer to the page that opened this one. */
const handOver = () => {
  localStorage.setItem('x-admin-oauth-code', location.search.slice(1));
  window.close();
};

const start = async (root: Root, locale: Locale) => {
  if (location.pathname === '/auth-redirect') return handOver();
  const runtime = await loadRuntimeConfig();
  const atLogin = location.pathname === '/login';
  if (createSession(document, location.protocol === 'https:').token()) {
    if (atLogin) history.replaceState(null, '', redirectTarget(location));
    return showConsole(root, runtime, locale, false);
  }
  if (!atLogin) history.replaceState(null, '', loginUrl(location));
  return showLogin(root, runtime, locale);
};

/** A new version was put in place while this one was open: its files are gone, so the page is loaded again, once. */
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('sealdesk.reloaded') ?? 0);
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('sealdesk.reloaded', String(Date.now()));
  event.preventDefault();
  location.reload();
});

const element = document.getElementById('root');
if (element) {
  const root = createRoot(element);
  const locale = chooseLocale(readStored('local', 'locale'), navigator.languages);
  document.documentElement.lang = languageTag(locale);
  start(root, locale).catch((error: unknown) => {
    root.render(<p role="alert">{textOf(startFailure, locale)}</p>);
    reportError(error);
  });
}
