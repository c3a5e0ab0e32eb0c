import type { AnyEntity, Console } from '../../../config';
import { isReference } from '../../../fields';
import { fieldsOf } from '../wire';

const plurals = (name: string): string[] => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];

/**
 * Entities by the resource names that react-admin's guessers derive from references: `orgs` from `org_id`. Ambiguous
 * names are omitted.
 */
export const guessedNames = ({ entities }: Console): ReadonlyMap<string, AnyEntity> => {
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
