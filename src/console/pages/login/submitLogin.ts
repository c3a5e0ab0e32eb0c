import type { Locale, Wire } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import { createHttpClient, type Failure } from '../../data/http';
import { createSession } from '../../data/session';
import { type Credentials, signIn } from '../../data/signIn';

interface SubmitOptions {
  runtime: RuntimeConfig;
  wire: Wire;
  locale: Locale;
  failureText: (failure: Failure, args?: { status?: number }) => string;
}

/**
 * Signs in and opens the session.
 * @throws ApiError with the reason in the user's language
 */
export const submitLogin = async (
  credentials: Credentials,
  { runtime, wire, locale, failureText }: SubmitOptions,
): Promise<void> => {
  const session = createSession(document, location.protocol === 'https:');
  const http = createHttpClient({
    runtime,
    session,
    form: wire.sign,
    locale: () => locale,
    failureText,
    // There is no session to lose yet; an error of that kind is shown on the page.
    onSessionLost: () => undefined,
  });
  await signIn(credentials, { http, session, runtime, padding: wire.padding, failureText });
};
