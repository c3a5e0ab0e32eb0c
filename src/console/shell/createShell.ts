import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { Store } from 'react-admin';
import type { Console, Locale } from '../../config';
import type { RuntimeConfig } from '../../protocol';
import type { AppServices } from '../app/AppContext';
import { captureErrors, createErrorLog } from '../app/errorLog';
import {
  type ConsoleDataProvider,
  createAuthProvider,
  createDataProvider,
  createLive,
  createSessionLoss,
  refetchOnLiveChanges,
} from '../data';
import { createHttpClient } from '../data/http';
import { pollingLiveSource } from '../data/listedLive';
import { recoverFromOutages } from '../data/recover';
import { clearLogin, createSession, loadRuntimeConfig, loginMemory } from '../data/session';
import { encryptForLogin } from '../data/signIn';
import { languages } from '../i18n';
import { type ConsoleI18nProvider, createI18nProvider } from '../i18n/provider';
import { createConsoleStore } from './store';

export interface RunningConsole extends AppServices {
  dataProvider: ConsoleDataProvider;
  i18nProvider: ConsoleI18nProvider;
  queryClient: QueryClient;
  store: Store;
}

export interface StartOptions {
  runtime: RuntimeConfig;
  declared: Console;
  locale: Locale;
  /** True right after a sign-in on the login page. */
  signedIn: boolean;
}

/**
 * Leaves the page only once. react-admin logs out again whenever its queries are cleared, and each navigation aborts
 * the one before: on a slow network none would ever complete.
 */
const leaveOnce = () => {
  let leaving = false;
  // The browser's back button may restore the page from its cache.
  addEventListener('pageshow', () => {
    leaving = false;
  });
  return (url: string) => {
    if (leaving) return;
    leaving = true;
    location.assign(url);
  };
};

export const createConsole = async ({
  runtime,
  declared,
  locale,
  signedIn,
}: StartOptions): Promise<RunningConsole> => {
  const queryClient = createQueryClient();
  const sessionLoss = createSessionLoss();
  const session = createSession(document, location.protocol === 'https:');

  const i18nProvider = await createI18nProvider({
    initial: locale,
    declared,
    onChanged: (chosenLocale) => {
      document.documentElement.lang = languages[chosenLocale].tag;
      authProvider.forget();
      // Titles and messages from the server are in the old language.
      void queryClient.invalidateQueries();
    },
  });
  const failureText = (code: string, args?: object) => i18nProvider.translate(`data.${code}`, args);
  const http = createHttpClient({
    runtime,
    session,
    form: declared.wire.sign,
    locale: i18nProvider.getLocale,
    failureText,
    onSessionLost: sessionLoss.report,
  });
  const encrypt = (password: string) =>
    encryptForLogin(
      password,
      { key: session.publicKey() ?? '', padding: declared.wire.padding },
      failureText,
    );
  const authProvider = createAuthProvider({
    http,
    session,
    declared,
    encrypt,
    failureText,
    here: () => location,
    leave: leaveOnce(),
  });
  const dataProvider = createDataProvider({ http, declared, encrypt, failureText });
  const live = createLive(declared.wire.live ? dataProvider : pollingLiveSource(dataProvider));
  refetchOnLiveChanges(live, queryClient, declared);
  recoverFromOutages(queryClient, loadRuntimeConfig);
  const errorLog = createErrorLog();
  // In production only: during development, the browser's console shows more.
  if (import.meta.env.PROD) captureErrors(errorLog);

  const startAgain = () => {
    session.clear();
    clearLogin();
    location.reload();
  };
  const arrival = signedIn ? location.pathname : undefined;
  return {
    runtime,
    declared,
    authProvider,
    dataProvider,
    i18nProvider,
    queryClient,
    store: createConsoleStore(loginMemory().oper?.id),
    live,
    sessionLoss,
    startAgain,
    errorLog,
    arrival,
  };
};

/**
 * Creates the query cache. Queries are not retried: four timeouts of ten seconds do not help. They also run offline,
 * because the server may be in the local network.
 */
const createQueryClient = (): QueryClient => {
  // With the task in which an answer arrives. In a later one, React finds an answer that it has not rendered, and renders
  // the whole page in one task.
  notifyManager.setScheduler(queueMicrotask);
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // Rights last as long as the page; react-admin would fetch them on every navigation.
  client.setQueryDefaults(['auth'], { staleTime: Number.POSITIVE_INFINITY });
  return client;
};
