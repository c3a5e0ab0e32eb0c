import type { Locale, Wire } from '../../../config';
import { type AcceptInvitationAnswer, CALL, type RuntimeConfig } from '../../../protocol';
import { createHttpClient, type Failure } from '../../data/http';
import { createSession } from '../../data/session';
import { type Credentials, encryptForLogin, signIn } from '../../data/signIn';

interface SubmitOptions {
  runtime: RuntimeConfig;
  wire: Wire;
  locale: Locale;
  failureText: (failure: Failure, args?: { status?: number }) => string;
}

const connect = ({ runtime, wire, locale, failureText }: SubmitOptions) => {
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
  return { http, session, runtime, padding: wire.padding, failureText };
};

/**
 * Signs in and opens the session.
 * @throws ApiError with the reason in the user's language
 */
export const submitLogin = async (
  credentials: Credentials,
  options: SubmitOptions,
): Promise<void> => {
  await signIn(credentials, connect(options));
};

/**
 * Sets the first password of an invited user and signs in with it.
 * @throws ApiError with the reason in the user's language
 */
export const submitInvitation = async (
  token: string,
  password: string,
  options: SubmitOptions,
): Promise<void> => {
  const to = connect(options);
  const { runtime, padding, failureText } = to;
  const encryption = { key: runtime.loginKey, padding };
  const newPassword = await encryptForLogin(password.trim(), encryption, failureText);
  const { username } = await to.http.post<AcceptInvitationAnswer>(CALL.ACCEPT_INVITATION, {
    token,
    newPassword,
  });
  await signIn({ username, phone: '', password }, to);
};
