import type { AnyEntity, Console, Fields, Verb } from '../../../config';
import { isReference, isSecret } from '../../../fields';
import { ApiError, verbPath } from '../../../protocol';
import type { CallOptions, Http } from '../http';
import { errorFromWire, fieldsOf } from '../wire';
import { withZone } from './withZone';

export interface EntityApiOptions {
  http: Http;
  declared: Console;
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

  /** Makes a call, with the browser's time zone if it depends on the day. */
  const inZone = <T>(
    byDay: boolean | undefined,
    call: (zone: { readonly zone?: string }) => Promise<T>,
  ) => (byDay ? withZone(call) : call({}));

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
    inZone,
    badAnswerError,
    withRecordErrors,
    encryptSecrets,
  };
};

const plurals = (name: string): string[] => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];

/**
 * Entities by the resource names that react-admin's guessers derive from references: `orgs` from `org_id`. Ambiguous
 * names are omitted.
 */
const guessedNames = ({ entities }: Console): ReadonlyMap<string, AnyEntity> => {
  const targets = new Map<string, AnyEntity | undefined>();
  for (const entity of entities) {
    for (const [name, field] of Object.entries(fieldsOf(entity))) {
      const target = entities.find((other) => other.name === field.of);
      const base = /^(.+?)(?:_id|Id|_ids|Ids)$/.exec(name)?.[1];
      if (!target || base === undefined || !isReference(field)) continue;
      for (const plural of plurals(base)) {
        const same = !targets.has(plural) || targets.get(plural) === target;
        targets.set(plural, same ? target : undefined);
      }
    }
  }
  return new Map(
    [...targets].filter((entry): entry is [string, AnyEntity] => entry[1] !== undefined),
  );
};
