import type { AnyEntity, AnyField, Console, Page } from '../../config';

const REFERENCES = ['ref', 'refTree', 'refs'];
/** The entity whose records are the items of dictionaries. */
const DICTIONARY = 'dictItem';

const refsOf = (entity: AnyEntity): string[] =>
  Object.values(entity.fields as Record<string, AnyField>).flatMap(({ kind, of }) => {
    if (kind === 'dict') return [DICTIONARY];
    return REFERENCES.includes(kind) ? [String(of)] : [];
  });

/** A generic screen shows its entity, offers the targets of its references and has tabs of what is related. */
const shownByScreen = (config: Console, entity: AnyEntity): string[] => [
  entity.name,
  ...refsOf(entity),
  ...entity.related.map(({ entity: name }) => name),
  ...Object.values(config.tabs[entity.name] ?? {}).flatMap(({ reads }) => reads),
];

const shownByPage = (config: Console, reads: readonly string[]): string[] => [
  ...reads,
  ...config.entities.filter(({ name }) => reads.includes(name)).flatMap(refsOf),
];

/** The names of the entities whose records a page shows. */
export const shownBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  if (page === undefined) return new Set();
  if (typeof page !== 'string') return new Set(shownByPage(config, page.reads ?? []));
  const entity = config.entities.find(({ name }) => name === page);
  return new Set(entity ? shownByScreen(config, entity) : []);
};
