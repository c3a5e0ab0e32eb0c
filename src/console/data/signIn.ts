import type { Padding } from '../../domain/system';
import {
  ApiError,
  CALL,
  EncryptError,
  encryptPassword,
  type LoginAnswer,
  type RuntimeConfig,
} from '../../protocol';
import type { Failure, Http } from './http';
import { rememberLogin, type Session } from './session';

/** User name or phone number, with the password; the other one is ''. */
export interface Credentials {
  username: string;
  phone: string;
  password: string;
}

/**
 * Signs in and opens the session. Trims all values and encrypts the password.
 * @throws ApiError with the reason in the user's language
 */
export const signIn = async (
  { username, phone, password }: Credentials,
  to: {
    http: Http;
    session: Session;
    runtime: Pick<RuntimeConfig, 'loginKey'>;
    padding: Padding;
    failureText: (failure: Failure) => string;
  },
): Promise<LoginAnswer> => {
  const { loginKey } = to.runtime;
  const body = {
    username: username.trim(),
    phone: phone.trim(),
    password: await encryptForLogin(
      password.trim(),
      { key: loginKey, padding: to.padding },
      to.failureText,
    ),
  };
  const answer = await to.http.post<(LoginAnswer & { jsCode?: string }) | null>(CALL.LOGIN, body);
  // Without a token, the next page would redirect back to the login without a message.
  if (!answer?.token) {
    const code = 'verificationFailed';
    throw new ApiError(to.failureText(code), { kind: 'business', code });
  }
  const { token, publicKey, jsCode } = answer;
  to.session.open({ token, publicKey, loginKey, jsCode });
  rememberLogin(answer);
  return answer;
};

/**
 * Encrypts a password for the login call.
 * @throws ApiError kind `business`, code `encrypt`
 */
export const encryptForLogin = async (
  password: string,
  { key, padding }: { readonly key: string; readonly padding: Padding },
  failureText: (failure: Failure) => string,
): Promise<string> => {
  try {
    return await encryptPassword(password, key, padding);
  } catch (error) {
    if (!(error instanceof EncryptError)) throw error;
    throw new ApiError(failureText('encrypt'), { kind: 'business', code: 'encrypt', cause: error });
  }
};
