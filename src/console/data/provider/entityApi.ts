import type { AnyEntity, Console, Fields, Verb } from '../../../config';
import { isSecret } from '../../../fields';
import { ApiError, verbPath } from '../../../protocol';
import type { CallOptions, Http } from '../http';
import { errorFromWire } from '../wire';
import { guessedNames } from './guessedNames';
import { withZone } from './withZone';

export interface EntityApiOptions {
  http: Http;
  declared: Console;
  /** Encrypts a password with the session's key. */
  encrypt: (password: string) => Promise<string>;
  failureText: (failure: 'badAnswer') => string;
}

export type EntityApi = ReturnType<typeof createEntityApi>;

/** Creates the common base of all methods of the data provider. */
export const createEntityApi = ({ http, declared, encrypt, failureText }: EntityApiOptions) => {
  const entities = new Map(declared.entities.map((entity) => [entity.name as string, entity]));
  const guessed = guessedNames(declared);
  const entityOf = (resource: string): AnyEntity => {
    const entity = entities.get(resource) ?? guessed.get(resource);
    if (!entity) throw new Error(`There is no entity ${resource}`);
    return entity;
  };

  const post = async (resource: string, verb: Verb, body: object, options?: CallOptions) =>
    http.post<Record<string, unknown>>(verbPath(entityOf(resource), verb), body, options);

  /** Makes a call that reads rows, with the browser's time zone if they depend on the day. */
  const read = <T>({ byDay }: AnyEntity, call: (zone: { readonly zone?: string }) => Promise<T>) =>
    byDay ? withZone(call) : call({});

  const badAnswerError = (data: unknown) =>
    new ApiError(failureText('badAnswer'), { kind: 'http', code: 'badAnswer', data });

  const withRecordErrors = async <T>(entity: AnyEntity, call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw errorFromWire(entity, declared.wire, error);
    }
  };

  const encryptSecrets = async (fields: Fields, values: Record<string, unknown>) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name];
      if (isSecret(field) && typeof value === 'string') {
        values[name] = await encrypt(value);
      }
    }
    return values;
  };

  return {
    http,
    declared,
    wire: declared.wire,
    entities,
    entityOf,
    post,
    read,
    badAnswerError,
    withRecordErrors,
    encryptSecrets,
  };
};
