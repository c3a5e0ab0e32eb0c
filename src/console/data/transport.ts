/** A POST as it goes on the line. */
export interface Posting {
  readonly url: string;
  /** JSON, or a form with a file. */
  readonly body: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
  /** ms until it is given up. */
  readonly timeout: number;
  /** The answer is wanted as a Blob. */
  readonly binary: boolean;
  readonly signal?: AbortSignal | undefined;
  /** 0 to 1, while the body is sent. */
  readonly onProgress?: ((part: number) => void) | undefined;
}

/** An answer of any status. */
export interface Posted {
  readonly status: number;
  /** A header by its name in any case; null where there is none. */
  header(name: string): string | null;
  /** A Blob where that was asked for. */
  readonly body: string | Blob;
}

/** Sends a POST. It rejects with a NotSent, or with an AbortError when its signal fires. */
export type Transport = (posting: Posting) => Promise<Posted>;

/** No answer came. */
export class NotSent extends Error {
  override name = 'NotSent';

  constructor(readonly kind: 'network' | 'timeout') {
    super(kind);
  }
}

/** By XMLHttpRequest: of what browsers have, only it tells how far an upload is. */
export const browserTransport: Transport = ({
  url,
  body,
  headers,
  timeout,
  binary,
  signal,
  onProgress,
}) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = binary ? 'blob' : 'text';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onProgress) {
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    }
    const end = (outcome: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      outcome();
    };
    const giveUp = (error: Error) =>
      end(() => {
        reject(error);
        request.abort();
      });
    const abort = () => giveUp(new DOMException('Aborted', 'AbortError'));
    const timer = setTimeout(() => giveUp(new NotSent('timeout')), timeout);
    request.onload = () =>
      end(() =>
        resolve({
          status: request.status,
          header: (name) => request.getResponseHeader(name),
          body: request.response,
        }),
      );
    request.onerror = () => giveUp(new NotSent('network'));
    // The page is left.
    request.onabort = () => end(() => reject(new NotSent('network')));
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
