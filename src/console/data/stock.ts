import { HttpError } from 'react-admin';
import type { Console, Locale } from '../../config';
import { ApiError, type RuntimeConfig } from '../../protocol';
import { languages, plainTranslate } from '../i18n';
import { type ConsoleAuthProvider, createAuthProvider } from './authProvider';
import { type ConsoleDataProvider, createDataProvider } from './dataProvider';
import { createHttpClient } from './http';
import { createSession, loadRuntimeConfig } from './session';
import { encryptForLogin, signIn } from './signIn';

// react-admin knows refusals by a class of its own, which the login page must not load: from here on ours are of it.
Object.setPrototypeOf(ApiError.prototype, HttpError.prototype);

interface Options {
  readonly declared: Console;
  readonly locale?: Locale;
  /** Without it `/config.json` is asked. */
  readonly runtime?: RuntimeConfig;
}

/**
 * The two providers for a react-admin application of one's own: `<Admin dataProvider authProvider>` with its stock
 * login page, lists, forms and guessers. Refusals are HttpErrors: `status`, and `body.errors` by field.
 * @throws Error when `/config.json` cannot be read
 */
export const createProviders = async ({
  declared,
  locale = 'en',
  runtime,
}: Options): Promise<{ dataProvider: ConsoleDataProvider; authProvider: ConsoleAuthProvider }> => {
  const runtimeConfig = runtime ?? (await loadRuntimeConfig());
  const translate = plainTranslate({ data: (await languages[locale].login()).data });
  const failureText = (code: string, args?: object) => translate(`data.${code}`, { ...args });
  const session = createSession(document, location.protocol === 'https:');
  const { padding } = declared.wire;
  const http = createHttpClient({
    runtime: runtimeConfig,
    session,
    form: declared.wire.sign,
    locale: () => locale,
    failureText,
    // A failed call tells it, and react-admin asks the authProvider what that means.
    onSessionLost: () => {},
  });
  const encrypt = (password: string) =>
    encryptForLogin(password, { key: session.publicKey() ?? '', padding }, failureText);
  return {
    dataProvider: createDataProvider({ http, declared, encrypt, failureText }),
    authProvider: createAuthProvider({
      http,
      session,
      declared,
      encrypt,
      failureText,
      signIn: (credentials) =>
        signIn(credentials, { http, session, runtime: runtimeConfig, padding, failureText }),
      here: () => location,
    }),
  };
};
