import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import {
  CALL,
  errorMessage,
  type LoginAnswer,
  type RuntimeConfig,
  readEnvelope,
  signedBody,
} from '../../protocol';

/** Signed-in operator. */
export interface Operator extends Pick<LoginAnswer, 'oper'> {
  /**
   * Makes a call and returns its data, whose type the caller knows.
   * @throws ApiError if it is refused; TypeError if the server cannot be reached
   */
  call<T>(path: string, body?: object, signal?: AbortSignal): Promise<T>;
}

const readRuntime = async (url: string): Promise<RuntimeConfig> => {
  try {
    return (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  } catch (error) {
    throw new Error(`no Sealdesk answers at ${url}: ${errorMessage(error)}`, { cause: error });
  }
};

/** Opens the signed calls of a server with the shipped wire format. */
export const openApi = async (url: string) => {
  const { apiBase, signSecret, loginKey } = await readRuntime(url);
  const base = new URL(apiBase, `${url}/`).href;
  let signedAt = 0;

  const call = async (path: string, body: object, token?: string, signal?: AbortSignal) => {
    // Equal bodies of one moment would be a replay.
    signedAt = Math.max(signedAt + 1, Date.now());
    const wire = { secret: signSecret };
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      body: JSON.stringify(signedBody(body, { locale: 'en', now: signedAt, wire })),
      ...(signal && { signal }),
    });
    return readEnvelope(await response.json());
  };

  const encrypt = (password: string): string => {
    const der = loginKey.replaceAll(/-----[^-]+-----|\s/g, '');
    const key = createPublicKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'spki' });
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key, padding }, Buffer.from(password)).toString('base64');
  };

  const signIn = async (username: string, password: string): Promise<Operator> => {
    const body = { username, password: encrypt(password) };
    const { token, oper } = (await call(CALL.LOGIN, body)) as LoginAnswer;
    return {
      oper,
      call: async <T>(path: string, fields: object = {}, signal?: AbortSignal) =>
        (await call(path, fields, token, signal)) as T,
    };
  };

  return {
    signIn,
    /** Encrypts a password as forms do. */
    encrypt,
    /** Signs in for the first time and replaces the password. */
    replacePassword: async (username: string, first: string, next: string): Promise<void> => {
      const operator = await signIn(username, first);
      const passwords = { oldPassword: encrypt(first), newPassword: encrypt(next) };
      await operator.call(CALL.CHANGE_PASSWORD, passwords);
    },
  };
};

export type Api = Awaited<ReturnType<typeof openApi>>;
