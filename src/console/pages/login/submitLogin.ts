import declared from '../../../../resources.config';
import type { Locale } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import { type Credentials, createHttp, type Failure, signIn } from '../../data/http';
import { createSession } from '../../data/session';

interface SubmitOptions {
  runtime: RuntimeConfig;
  locale: Locale;
  say: (failure: Failure, args?: { status?: number }) => string;
}

/**
 * Signs in; the session is open afterwards.
 * @throws ApiError with the reason in the user's language
 */
export const submitLogin = async (
  credentials: Credentials,
  { runtime, locale, say }: SubmitOptions,
): Promise<void> => {
  const session = createSession(document, location.protocol === 'https:');
  const http = createHttp({
    runtime,
    session,
    form: declared.wire.sign,
    locale: () => locale,
    say,
    // There is no session yet; a server that says so all the same is quoted in the page.
    onSessionLost: () => undefined,
  });
  await signIn(credentials, { http, session, runtime, say });
};
