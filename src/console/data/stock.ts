import { HttpError } from 'react-admin';
import type { Console, Locale } from '../../config';
import { ApiError, type RuntimeConfig } from '../../protocol';
import { languages, plainTranslate } from '../i18n';
import { type ConsoleAuthProvider, createAuthProvider } from './authProvider';
import { createDataProvider } from './dataProvider';
import { createHttpClient } from './http';
import type { ConsoleDataProvider } from './provider/ConsoleDataProvider';
import { createSession, loadRuntimeConfig } from './session';
import { encryptForLogin, signIn } from './signIn';

// react-admin tests errors for its own class, which the login page must not load. From here on ApiError inherits from
// it.
Object.setPrototypeOf(ApiError.prototype, HttpError.prototype);

/**
 * Creates both providers for a react-admin application of your own: `<Admin dataProvider authProvider>` with its
 * standard login page, lists, forms and guessers. Errors are HttpErrors with `status`, and with `body.errors` by field.
 * The `runtime` configuration is loaded from `/config.json` by default.
 * @throws Error if `/config.json` cannot be read
 */
export const createProviders = async ({
  declared,
  locale = 'en',
  runtime,
}: {
  readonly declared: Console;
  readonly locale?: Locale;
  readonly runtime?: RuntimeConfig;
}): Promise<{ dataProvider: ConsoleDataProvider; authProvider: ConsoleAuthProvider }> => {
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
    // The failed call reports it, and react-admin then asks the authProvider.
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
