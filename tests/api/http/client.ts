import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Locale } from '../../../src/domain/label';
import { type Envelope, signedBody } from '../../../src/protocol';

export interface CallOptions {
  readonly token?: string;
  readonly locale?: Locale;
  /** Difference of the client's clock from the server's, ms. */
  readonly late?: number;
  readonly secret?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: what a call answers is for the test to say.
export type Answer = Envelope<any> & { readonly response: Response };

export type Client = ReturnType<typeof createClient>;
export type Operator = Awaited<ReturnType<Client['as']>>;

/** Times of signed calls. Two equal bodies of one moment would be a replay, and clocks may step back. */
const moments = new Set<number>();

/** The workers of the browser tests share a server and its operators. Each signs only every eighth ms, its own. */
const { TEST_PARALLEL_INDEX: lane } = process.env;
const LANES = lane === undefined ? 1 : 8;

/** First password of `admin` on a server without the demo. The first sign-in of a client replaces it by the other one. */
export const FIRST_PASSWORD = 'First2026';
export const OWN_PASSWORD = 'Second2026';

/** Creates a client of the server over real HTTP. */
export const createClient = (url: string, secret: string, clock: { readonly ahead: number }) => {
  /** Signs a body as the console would now. */
  const signed = (body: object, { locale = 'en', late = 0, secret: own }: CallOptions = {}) => {
    let now = Math.ceil((Date.now() + clock.ahead + late) / LANES) * LANES + Number(lane ?? 0);
    while (moments.has(now)) now += LANES;
    moments.add(now);
    return signedBody(body, { locale, now, wire: { secret: own ?? secret } });
  };

  const send = (path: string, body: string | FormData, { token }: CallOptions = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(token && { authorization: token }),
      },
      body,
    });

  const answerOf = async (response: Response): Promise<Answer> => ({
    ...((await response.json()) as Envelope<unknown>),
    response,
  });

  const call = async (path: string, body: object = {}, options: CallOptions = {}) =>
    answerOf(await send(path, JSON.stringify(signed(body, options)), options));

  /** Makes a call that returns a file. */
  const file = async (path: string, body: object, options: CallOptions = {}) =>
    send(path, JSON.stringify(signed(body, options)), options);

  const upload = async (
    content: Uint8Array,
    name: string,
    fields: object,
    options: CallOptions = {},
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(signed(fields, options))) {
      form.append(field, String(value));
    }
    form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
    return answerOf(await send('/file/upload', form, options));
  };

  let loginKey: string | undefined;
  const encrypt = async (password: string): Promise<string> => {
    if (!loginKey) {
      const runtime = (await (await fetch(`${url}/config.json`)).json()) as { loginKey: string };
      loginKey = runtime.loginKey;
    }
    const key = createPublicKey({
      key: Buffer.from(loginKey, 'base64'),
      format: 'der',
      type: 'spki',
    });
    const padding = constants.RSA_PKCS1_PADDING;
    return publicEncrypt({ key, padding }, Buffer.from(password)).toString('base64');
  };

  const login = async (user: object, password: string, options: CallOptions = {}) =>
    call('/login/login', { ...user, password: await encrypt(password) }, options);

  const replaceFirstPassword = async (): Promise<void> => {
    const { data } = await login({ username: 'admin' }, FIRST_PASSWORD);
    const passwords = {
      oldPassword: await encrypt(FIRST_PASSWORD),
      newPassword: await encrypt(OWN_PASSWORD),
    };
    if (data) await call('/login/changePassword', passwords, { token: data.token });
  };

  /** Signs in. @returns the token of the session */
  const signIn = async (username: string, password = 'Demo2026'): Promise<string> => {
    let { data, verify } = await login({ username }, password);
    if (verify.sign === 'fail' && username === 'admin') {
      await replaceFirstPassword();
      ({ data, verify } = await login({ username }, OWN_PASSWORD));
    }
    if (verify.sign !== 'success') throw new Error(`${username}: ${verify.desc}`);
    return data.token;
  };

  /** Signs in and returns calls as this operator. */
  const as = async (username: string) => {
    const token = await signIn(username);
    const own = (path: string, body: object = {}, locale: Locale = 'en') =>
      call(path, body, { token, locale });
    return {
      token,
      call: own,
      /** Returns the data of a call. @throws Error if it is refused */
      ask: async (path: string, body: object = {}, locale: Locale = 'en') => {
        const { verify, data } = await own(path, body, locale);
        if (verify.sign === 'success') return data;
        throw new Error(`${path}: ${verify.desc} ${JSON.stringify(data)}`);
      },
      /** Returns the code of a call and, if it was refused, the reason. */
      answer: async (path: string, body: object = {}, locale: Locale = 'en') => {
        const { verify, data } = await own(path, body, locale);
        return verify.sign === 'success'
          ? [verify.sign]
          : [verify.sign, data?.fields ?? data?.failed ?? verify.desc];
      },
      file: (path: string, body: object, locale: Locale = 'en') =>
        file(path, body, { token, locale }),
      upload: (content: Uint8Array, name: string, purpose: string) =>
        upload(content, name, { purpose }, { token }),
    };
  };

  return { signed, send, call, file, upload, encrypt, login, signIn, as };
};
