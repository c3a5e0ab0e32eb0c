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

/** Failures that have no words of the server's. */
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
  /** The language of the moment. */
  locale: () => Locale;
  /** A failure in the user's language. */
  failureText: (failure: Failure, args?: { status?: number }) => string;
  /** Called at every answer that no longer knows the token. */
  onSessionLost: () => void;
  clock?: Clock;
  /** How a request travels; axios' own way unless a test brings another. */
  adapter?: AxiosAdapter;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** A lost session is nobody's business here. */
  quiet?: boolean;
}

/** The signed POST that every call is. Every method throws ApiError, or AbortError when its signal fires. */
export interface Http {
  post<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T>;
  /** A call that answers a file. */
  file(path: string, body?: object, options?: CallOptions): Promise<FileAnswer>;
  /** A call that answers a file or data, as it sees fit. */
  either<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T | FileAnswer>;
  /** Multipart with the same signed fields. @param onProgress 0 to 1 */
  upload<T = unknown>(
    path: string,
    file: File,
    fields: object,
    options?: CallOptions & { onProgress?: (part: number) => void },
  ): Promise<T>;
}

/** Specification section 9. */
const TIMEOUT = 10_000;
/** A file of many megabytes on a line at sea is not late after ten seconds. */
const FILE_TIMEOUT = 300_000;

interface RequestOptions extends CallOptions {
  binary?: boolean;
  file?: File;
  onProgress?: (part: number) => void;
}

/** Makes the one way to the server. */
export const createHttpClient = ({
  runtime,
  session,
  form,
  locale,
  failureText,
  onSessionLost,
  clock = createClock(),
  adapter,
}: HttpOptions): Http => {
  const client = axios.create({
    baseURL: runtime.apiBase,
    // Every status is looked at below: a refusal may be an envelope all the same.
    validateStatus: () => true,
    transformResponse: [(raw: unknown) => (typeof raw === 'string' ? parsed(raw) : raw)],
    ...(adapter && { adapter }),
  });

  const toApiError = (error: unknown): Error => {
    if (axios.isCancel(error)) return new DOMException('Aborted', 'AbortError');
    const late = axios.isAxiosError(error) && /^(ECONNABORTED|ETIMEDOUT)$/.test(error.code ?? '');
    const kind = late ? 'timeout' : 'network';
    return new ApiError(failureText(kind), { kind, code: kind, cause: error });
  };

  const send = (
    path: string,
    body: object,
    { binary, file, signal, onProgress }: RequestOptions,
  ) => {
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
        throw toApiError(error);
      });
  };

  /** The data of an envelope, with a renewed token noted and put on it. */
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
    const answer = await send(path, body, sending);
    try {
      return await parseAnswer(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Perhaps refused for its timestamp alone, and nothing happened: once more, by the server's clock.
      if (/^(signError|expired)$/.test(error.code) && clock.learn(serverTime(error, answer))) {
        return parseAnswer(await send(path, body, sending));
      }
      if (error.kind === 'session' && !sending.quiet) onSessionLost();
      throw error;
    }
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

const headerOf = (answer: AxiosResponse, name: string): string | undefined => {
  const value = AxiosHeaders.from(answer.headers as RawAxiosHeaders).get(name);
  return typeof value === 'string' && value ? value : undefined;
};

/** A whole number in JSON that may be too large to be read as one; texts are skipped. */
const LARGE = /[:,[\s]-?\d{16,}\s*[,}\]]/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON whose numbers beyond 2^53 are texts: many a server counts its keys there, and two of them would become one. */
const withLargeAsText = (json: string): string =>
  LARGE.test(json)
    ? json.replace(TOKENS, (token) =>
        /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
      )
    : json;

/** What a body says; one that is no JSON is a text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(withLargeAsText(text));
  } catch {
    return text;
  }
};

const partOf = ({ loaded, total }: AxiosProgressEvent) => (total ? loaded / total : 0);

/** The file is no part of the sign. */
const multipart = (fields: object, file: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file, file.name);
  return form;
};

/** The server's clock as its refusal says it, else as its HTTP says it; NaN, which is never too far off, for neither. */
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
    // What stands before a server answers for it, and without its words.
    if (status === 401 && session.token()) {
      const details = { kind: 'session', code: 'sessionTimeOut', status, cause: error } as const;
      throw new ApiError(failureText('verificationFailed'), details);
    }
    const code = status >= 400 ? 'http' : 'badAnswer';
    throw new ApiError(failureText(code, { status }), { kind: 'http', code, status, cause: error });
  }
};

/** The server's clock, as far as this browser can know it. */
interface Clock {
  /** ms since 1970; never the same twice, so that two equal bodies are never signed alike and taken for a replay. */
  now(): number;
  /** Takes note of the server's time; answers whether this clock was wrong by more than a request may take. */
  learn(serverTime: number): boolean;
}

/** A `Date` header counts whole seconds and a request takes up to ten. */
const TOLERANCE = 15_000;

/** @param local this machine's clock, ms since 1970 */
export const createClock = (local: () => number = Date.now): Clock => {
  let offset = 0;
  let last = 0;
  return {
    now: () => {
      last = Math.max(last + 1, local() + offset);
      return last;
    },
    learn: (serverTime) => {
      const wrong = serverTime - (local() + offset);
      // Also false for NaN, the time of a server that does not say.
      if (!(Math.abs(wrong) > TOLERANCE)) return false;
      offset += wrong;
      last = 0;
      return true;
    },
  };
};

/** A file as the server sent it. */
export interface FileAnswer {
  blob: Blob;
  name: string;
}

/** Whether a call was answered by a file. */
export const isFile = (answer: unknown): answer is FileAnswer =>
  typeof answer === 'object' && answer !== null && 'blob' in answer && answer.blob instanceof Blob;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that belongs to the name.
    return text;
  }
};

/**
 * The file name of a `content-disposition` header: `filename*` first (RFC 5987), else `filename`, which many servers
 * write percent-encoded. Undefined when the header names none.
 */
export const fileNameOf = (disposition: string): string | undefined => {
  const extended = /filename\*\s*=\s*[\w-]+'[^']*'([^;]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"([^"]*)"/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*([^";]+)/i.exec(disposition)?.[1];
  const name = decoded((extended ?? quoted ?? plain ?? '').trim());
  // A name from outside must not choose a folder.
  return name.split(/[\\/]/).at(-1) || undefined;
};

/** Hands a file to the browser's downloads. */
export const saveFile = ({ blob, name }: { blob: Blob; name: string }): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
