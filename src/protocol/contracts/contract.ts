import type { Static, TSchema } from 'typebox';
import type { Label } from '../../domain/label';
import type { LimitText } from './limitTexts';

/**
 * Contract of a call: its schemas check the request, describe the call in `/openapi.json` and type both sides.
 * `Request` and `Answer` are plain types, computed once where the call is declared. Types of TypeBox would be computed
 * again at every use, which doubles the work of the compiler.
 */
export interface Contract<Path extends string = string, Request = unknown, Answer = unknown> {
  /** Path without `API_BASE`. */
  readonly path: Path;
  readonly label: Label;
  readonly request: object;
  readonly answer: object;
  /** For the compiler only. */
  readonly _request?: Request;
  readonly _answer?: Answer;
}

/** Makes a type read-only at any depth. TypeBox infers mutable properties and arrays. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** Declares a call. Only the server imports the value; the browser imports types of it. */
export const contract = <const Path extends string, Q extends TSchema, A extends TSchema>(
  path: Path,
  label: Label,
  schemas: { readonly request: Q; readonly answer: A },
): Contract<Path, Frozen<Static<Q>>, Frozen<Static<A>>> => ({ path, label, ...schemas });

export type RequestOf<C> = C extends Contract<string, infer Request, unknown> ? Request : never;
export type AnswerOf<C> = C extends Contract<string, unknown, infer Answer> ? Answer : never;

/** Message about a violation of a schema, or messages by keyword of JSON Schema. `default` covers other keywords. */
export type Says = LimitText | { readonly [keyword: string]: LimitText };

/** Option of a schema for messages that are more precise than the general ones. Descriptions leave it out. */
export const says = (messages: Says): { readonly says: Says } => ({ says: messages });
