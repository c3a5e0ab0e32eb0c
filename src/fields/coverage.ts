import type { Action, AnyEntity, AnyField, Command, Console, Field, Fields, Page } from '../config';
import { schemaOf } from './schemas';

/** Returns the names of the entities whose records a page shows. A menu with the page grants reading them. */
export const entitiesReadBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  if (page === undefined) return new Set();
  if (typeof page !== 'string') return new Set(entitiesOfPage(config, page.reads ?? []));
  const entity = config.entities.find(({ name }) => name === page);
  return new Set(entity ? entitiesOfScreen(config, entity) : []);
};

/** Returns those of the entities that a page shows without which it is of no use. */
export const entitiesNeededBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  if (page === undefined) return new Set();
  if (typeof page !== 'string') {
    const { reads = [], optional = [] } = page;
    return new Set(
      entitiesOfPage(
        config,
        reads.filter((name) => !optional.includes(name)),
      ),
    );
  }
  const entity = config.entities.find(({ name }) => name === page);
  return new Set(entity ? [entity.name, ...refsOf(entity)] : []);
};

const entitiesOfPage = (config: Console, reads: readonly string[]): string[] => [
  ...reads,
  ...config.entities.filter(({ name }) => reads.includes(name)).flatMap(refsOf),
];

/** Returns the entities of a generic screen: its own, those it references, related ones, and those its tabs read. */
const entitiesOfScreen = (config: Console, entity: AnyEntity): string[] => [
  entity.name,
  ...refsOf(entity),
  ...entity.related.flatMap(({ entity: name, through, granted }) => [
    ...(granted ? [] : [name]),
    ...(through ? [through.entity] : []),
  ]),
  ...Object.values(config.tabs[entity.name] ?? {}).flatMap(({ reads }) => reads),
];

const refsOf = (entity: AnyEntity): string[] =>
  fieldsAndArguments(entity).flatMap((field) => schemaOf(field).reads?.(field as Field) ?? []);

/** Returns the fields of an entity and the arguments of its commands and actions. */
const fieldsAndArguments = ({ fields, commands, actions }: AnyEntity): AnyField[] => [
  ...Object.values(fields as Fields),
  ...Object.values(commands as Record<string, Command>).flatMap(({ args }) => Object.values(args)),
  ...Object.values(actions as Record<string, Action>).flatMap(({ args }) => Object.values(args)),
];
