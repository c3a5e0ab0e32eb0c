import type { AnyEntity, Console, DetailTab, Related } from '../../../config';

/** One tab of a detail besides that of the record's own fields. */
export type Tab =
  | { readonly kind: 'own'; readonly key: string; readonly tab: DetailTab }
  | {
      readonly kind: 'related';
      readonly key: string;
      readonly related: Related<never>;
      readonly other: AnyEntity;
    }
  | { readonly kind: 'history'; readonly key: string; readonly log: AnyEntity };

/** The entity that keeps who did what. */
const LOG = 'operationLog';

/**
 * The tabs of an entity's detail: those of its own, the records that belong to it, and what was done with it.
 * @param readable entities whose records the operator may look at
 */
export const detailTabs = (
  entity: AnyEntity,
  { entities, tabs }: Console,
  readable: ReadonlySet<string>,
): Tab[] => {
  const named = (name: string) => entities.find((each) => each.name === name);
  const own = Object.entries(tabs[entity.name] ?? {}).map(
    ([key, tab]): Tab => ({ kind: 'own', key, tab }),
  );
  const related = (entity.related as readonly Related<never>[]).flatMap((each): Tab[] => {
    const other = named(each.entity);
    return other ? [{ kind: 'related', key: each.code ?? each.entity, related: each, other }] : [];
  });
  const log = named(LOG);
  const knows = log && entity !== log && !entity.record && readable.has(LOG);
  return [
    ...own,
    ...related,
    ...(knows ? [{ kind: 'history' as const, key: 'history', log }] : []),
  ];
};
