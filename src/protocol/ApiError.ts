/**
 * Why a call failed: `business` the server said no, `session` it no longer knows the token, `network` it was not
 * reached, `http` it answered something else than the agreed answer, `timeout` it did not answer in time.
 */
export type ApiErrorKind = 'business' | 'session' | 'network' | 'http' | 'timeout';

export interface ApiErrorDetails {
  kind: ApiErrorKind;
  code: string;
  fields?: Record<string, string>;
  data?: unknown;
  status?: number;
  cause?: unknown;
}

/** A call that failed. The message is for the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ApiErrorKind;
  /** `verify.sign` of a business answer, else the kind or a finer name of it. */
  readonly code: string;
  /** Refused fields and why, where the code is `invalid`. */
  readonly fields?: Record<string, string>;
  /** What the server sent along with its no. */
  readonly data?: unknown;
  /** HTTP status, where there was one. */
  readonly status?: number;

  constructor(message: string, { cause, ...details }: ApiErrorDetails) {
    super(message, { cause });
    this.kind = details.kind;
    this.code = details.code;
    this.fields = details.fields;
    this.data = details.data;
    this.status = details.status;
  }
}
