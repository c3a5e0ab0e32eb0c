import type { AnswerOf, Calls, RequestOf } from '../../protocol';
import type { CallOptions } from './http';

/** Function that sends a call with a contract, which types its body and its answer. Answers are not validated. */
export type TypedCall = <Path extends keyof Calls>(
  path: Path,
  body: RequestOf<Calls[Path]>,
  options?: CallOptions,
) => Promise<AnswerOf<Calls[Path]>>;

export const typedCalls =
  (post: <T>(path: string, body?: object, options?: CallOptions) => Promise<T>): TypedCall =>
  (path, ...rest: [body: object, options?: CallOptions]) =>
    post(path, ...rest);
