import type { Action, AnyEntity, AnyField, Command, Console, Fields, Page } from '../../config';

const REFERENCES = ['ref', 'refTree', 'refs'];
/** The entity whose records are the items of dictionaries. */
const DICTIONARY = 'dictItem';

/** The fields of a record, and those that its commands and actions ask for. */
const askedOf = ({ fields, commands, actions }: AnyEntity): AnyField[] => [
  ...Object.values(fields as Fields),
  ...Object.values(commands as Record<string, Command>).flatMap(({ args }) => Object.values(args)),
  ...Object.values(actions as Record<string, Action>).flatMap(({ args }) => Object.values(args)),
];

const refsOf = (entity: AnyEntity): string[] =>
  askedOf(entity).flatMap(({ kind, of }) => {
    if (kind === 'dict') return [DICTIONARY];
    return REFERENCES.includes(kind) ? [String(of)] : [];
  });

/** A generic screen shows its entity, offers the targets of its references and has tabs of what is related. */
const shownByScreen = (config: Console, entity: AnyEntity): string[] => [
  entity.name,
  ...refsOf(entity),
  ...entity.related.flatMap(({ entity: name, through }) => [
    name,
    ...(through ? [through.entity] : []),
  ]),
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
