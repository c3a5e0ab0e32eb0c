import { useMemo } from 'react';
import { type AnyEntity, type Verb, verbs } from '../../../config';
import { entityPath } from '../../../protocol';
import { useGrants } from '../../data';

/** What the operator may do with an entity's records; looking at them needs a menu, not a button. */
export type Verbs = Readonly<Record<Verb, boolean>>;

/** The verbs that an entity declares and the operator's buttons grant. */
export const useVerbs = (entity: AnyEntity): Verbs => {
  const granted = useGrants();
  return useMemo(() => {
    const may = (verb: Verb) =>
      entity.verbs.includes(verb) &&
      (verb === 'list' ||
        verb === 'get' ||
        granted(`${entity.name}:${verb}`, entity.api[verb] ?? entityPath(entity.name, verb)));
    return Object.fromEntries(verbs.map((verb) => [verb, may(verb)])) as Verbs;
  }, [entity, granted]);
};
