import axios, {
  type AxiosAdapter,
  AxiosHeaders,
  type AxiosProgressEvent,
  type AxiosResponse,
  type RawAxiosHeaders,
} from 'axios';
import type { Locale, SignForm } from '../../config';
import { ApiError, isRecord, type RuntimeConfig, readEnvelope, signedBody } from '../../protocol';
import type { Session } from './session';

/** Failures for which the server sends no message. */
export type Failure =
  | 'network'
  | 'timeout'
  | 'http'
  | 'badAnswer'
  | 'encrypt'
  | 'verificationFailed';

interface HttpOptions {
  runtime: Pick<RuntimeConfig, 'apiBase' | 'signSecret'>;
  session: Session;
  form: SignForm;
  locale: () => Locale;
  failureText: (failure: Failure, args?: { status?: number }) => string;
  /** Called for every response that rejects the token. */
  onSessionLost: () => void;
  clock?: ServerClock;
  /** Transport; that of axios by default. Tests replace it. */
  adapter?: AxiosAdapter;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Do not report a lost session. */
  quiet?: boolean;
}

/** Client for signed POST calls. Every method throws ApiError, or AbortError if its signal fires. */
export interface Http {
  post<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T>;
  file(path: string, body?: object, options?: CallOptions): Promise<FileAnswer>;
  /** Call whose response is a file or data. */
  either<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T | FileAnswer>;
  /** Multipart with the same signed fields. @param onProgress 0 to 1 */
  upload<T = unknown>(
    path: string,
    file: File,
    fields: object,
    options?: CallOptions & { onProgress?: (part: number) => void },
  ): Promise<T>;
}

/** Timeout of a call, ms. */
const TIMEOUT = 10_000;
/** Timeout of a file transfer, ms: many megabytes over a slow line, for example at sea. */
const FILE_TIMEOUT = 300_000;

interface RequestOptions extends CallOptions {
  binary?: boolean;
  file?: File;
  onProgress?: (part: number) => void;
}

export const createHttpClient = (options: HttpOptions): Http => {
  const { session, failureText, onSessionLost, clock = createServerClock() } = options;
  const send = createSender(options, clock);

  /** Returns the data of an envelope. Stores a renewed token and adds it to the data. */
  const dataOf = (answer: AxiosResponse, raw: unknown): unknown => {
    const data = envelopeData(answer, raw, failureText, session);
    const token = headerOf(answer, 'authorization');
    if (!token) return data;
    session.renew({ token });
    return isRecord(data) ? { ...data, token } : data;
  };

  const call = async <T>(
    path: string,
    body: object,
    sending: RequestOptions,
    parseAnswer: (answer: AxiosResponse) => T | Promise<T>,
  ): Promise<T> => {
    const perform = async (isRetry: boolean): Promise<T> => {
      const answer = await send(path, body, sending);
      try {
        return await parseAnswer(answer);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // A wrong timestamp may be the only reason. The server did nothing yet, so retry once with its clock.
        const mayBeClock = !isRetry && /^(signError|expired)$/.test(error.code);
        if (mayBeClock && clock.learn(serverTime(error, answer))) return perform(true);
        if (error.kind === 'session' && !sending.quiet) onSessionLost();
        throw error;
      }
    };
    return perform(false);
  };

  const readData = <T>(answer: AxiosResponse) => dataOf(answer, answer.data) as T;

  const readEither = async <T>(answer: AxiosResponse): Promise<T | FileAnswer> => {
    const blob: Blob = answer.data;
    const disposition = headerOf(answer, 'content-disposition');
    if (!disposition || answer.status >= 400) {
      return dataOf(answer, parsed(await blob.text())) as T;
    }
    return { blob, name: fileNameOf(disposition) ?? 'download' };
  };

  const readFile = async (answer: AxiosResponse): Promise<FileAnswer> => {
    const result = await readEither(answer);
    if (isFile(result)) return result;
    throw new ApiError(failureText('badAnswer'), { kind: 'http', code: 'badAnswer' });
  };

  return {
    post: <T>(path: string, body: object = {}, options: CallOptions = {}) =>
      call(path, body, options, readData<T>),
    file: (path, body = {}, options = {}) =>
      call(path, body, { ...options, binary: true }, readFile),
    either: <T>(path: string, body: object = {}, options: CallOptions = {}) =>
      call(path, body, { ...options, binary: true }, readEither<T>),
    upload: <T>(path: string, file: File, fields: object, options: RequestOptions = {}) =>
      call(path, fields, { ...options, file }, readData<T>),
  };
};

/** Returns a function that signs and sends a call. Its answer may have any status. */
const createSender = (
  { runtime, session, form, locale, failureText, adapter }: HttpOptions,
  clock: ServerClock,
) => {
  const client = axios.create({
    baseURL: runtime.apiBase,
    // An error status may carry an envelope.
    validateStatus: () => true,
    transformResponse: [(raw: unknown) => (typeof raw === 'string' ? parsed(raw) : raw)],
    ...(adapter && { adapter }),
  });
  return (
    path: string,
    body: object,
    { binary, file, signal, onProgress }: RequestOptions,
  ): Promise<AxiosResponse> => {
    const wire = { ...form, secret: runtime.signSecret };
    const signed = signedBody(body, { locale: locale(), now: clock.now(), wire });
    const token = session.token();
    return client
      .post(path, file ? multipart(signed, file) : signed, {
        signal,
        timeout: binary || file ? FILE_TIMEOUT : TIMEOUT,
        responseType: binary ? 'blob' : 'json',
        headers: token ? { Authorization: token } : {},
        ...(onProgress && { onUploadProgress: (event) => onProgress(partOf(event)) }),
      })
      .catch((error: unknown) => {
        throw transportError(error, failureText);
      });
  };
};

const transportError = (error: unknown, failureText: HttpOptions['failureText']): Error => {
  if (axios.isCancel(error)) return new DOMException('Aborted', 'AbortError');
  const late = axios.isAxiosError(error) && /^(ECONNABORTED|ETIMEDOUT)$/.test(error.code ?? '');
  const kind = late ? 'timeout' : 'network';
  return new ApiError(failureText(kind), { kind, code: kind, cause: error });
};

const headerOf = (answer: AxiosResponse, name: string): string | undefined => {
  const value = AxiosHeaders.from(answer.headers as RawAxiosHeaders).get(name);
  return typeof value === 'string' && value ? value : undefined;
};

/** Matches JSON that may contain an integer beyond 2^53. */
const LARGE = /[:,[\s]-?\d{16,}\s*[,}\]]/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Quotes integers beyond 2^53. Many servers use them as keys, and two of them would be parsed as the same number. */
const withLargeAsText = (json: string): string =>
  LARGE.test(json)
    ? json.replace(TOKENS, (token) =>
        /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
      )
    : json;

/** Parses a body as JSON; returns it unchanged if it is malformed. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(withLargeAsText(text));
  } catch {
    return text;
  }
};

const partOf = ({ loaded, total }: AxiosProgressEvent) => (total ? loaded / total : 0);

/** The signature does not cover the file. */
const multipart = (fields: object, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file, file.name);
  return form;
};

/** Returns the server time from the error or else the `Date` header, epoch ms; NaN if neither has it. */
const serverTime = ({ data }: ApiError, answer: AxiosResponse): number => {
  const stated = isRecord(data) ? data.serverTime : undefined;
  return typeof stated === 'number' ? stated : Date.parse(headerOf(answer, 'date') ?? '');
};

const envelopeData = (
  answer: AxiosResponse,
  raw: unknown,
  failureText: HttpOptions['failureText'],
  session: Session,
): unknown => {
  try {
    return readEnvelope(raw);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'badAnswer') throw error;
    const { status } = answer;
    // A proxy in front of the server responds for it, without an envelope.
    if (status === 401 && session.token()) {
      const details = { kind: 'session', code: 'sessionTimeOut', status, cause: error } as const;
      throw new ApiError(failureText('verificationFailed'), details);
    }
    const code = status >= 400 ? 'http' : 'badAnswer';
    throw new ApiError(failureText(code, { status }), { kind: 'http', code, status, cause: error });
  }
};

interface ServerClock {
  /**
   * Epoch ms, strictly increasing: two equal bodies never get the same signature, which the server would reject as a
   * replay.
   */
  now(): number;
  /** Adopts the server's time. Returns true if this clock was off by more than the tolerance. */
  learn(serverTime: number): boolean;
}

/** ms. A `Date` header has whole seconds, and a request takes up to ten. */
const TOLERANCE = 15_000;

/** @param local local clock, epoch ms */
export const createServerClock = (local: () => number = Date.now): ServerClock => {
  let offset = 0;
  let last = 0;
  return {
    now: () => {
      last = Math.max(last + 1, local() + offset);
      return last;
    },
    learn: (serverTime) => {
      const wrong = serverTime - (local() + offset);
      // False for NaN, if the server sends no time.
      if (!(Math.abs(wrong) > TOLERANCE)) return false;
      offset += wrong;
      last = 0;
      return true;
    },
  };
};

export interface FileAnswer {
  blob: Blob;
  name: string;
}

export const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'blob' in answer && answer.blob instanceof Blob;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // The percent sign is part of the name.
    return text;
  }
};

/**
 * Returns the file name of a `content-disposition` header: `filename*` (RFC 5987), else `filename`, which many servers
 * percent-encode. Undefined if the header has none.
 */
export const fileNameOf = (disposition: string): string | undefined => {
  const extended = /filename\*\s*=\s*[\w-]+'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"([^"]*)"/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*([^";]+)/i.exec(disposition)?.[1];
  const name = decoded((extended ?? quoted ?? plain ?? '').trim());
  // Removes folders, which a server must not choose.
  return name.split(/[\\/]/).at(-1) || undefined;
};

export const saveFile = ({ blob, name }: { blob: Blob; name: string }): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
