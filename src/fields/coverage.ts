import type {
  Action,
  AnyEntity,
  AnyField,
  Command,
  Console,
  Field,
  Fields,
  LazyPage,
  Page,
} from '../config';
import { lineEntity } from './lines';
import { schemaOf } from './schemas';

export interface PageReads {
  /** Entities that it is about, with their counts, timelines and live values. */
  readonly shown: readonly string[];
  /** Entities beside them: in related records and tabs. */
  readonly beside: readonly string[];
  /** Entities that its inputs and cells name records of. */
  readonly named: readonly string[];
}

const NOTHING: PageReads = { shown: [], beside: [], named: [] };

/** Entity whose readers follow the live fleet. */
const LIVE_ENTITY = 'device';

/** Returns what a page reads. A menu with the page grants that and nothing else. */
export const readsOfPage = (config: Console, page: Page | undefined): PageReads => {
  if (page === undefined) return NOTHING;
  if (typeof page !== 'string') return { ...NOTHING, shown: page.reads ?? [] };
  const entity = config.entities.find(({ name }) => name === page);
  return entity ? readsOfScreen(config, entity) : NOTHING;
};

export const entitiesReadBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  const { shown, beside, named } = readsOfPage(config, page);
  return new Set([...shown, ...beside, ...named]);
};

/** Returns those of the entities that a page shows without which it is of no use. */
export const entitiesNeededBy = (config: Console, page: Page | undefined): ReadonlySet<string> => {
  const { shown, named } = readsOfPage(config, page);
  const optional = typeof page === 'string' ? [] : ((page as LazyPage | undefined)?.optional ?? []);
  return new Set([...shown, ...named].filter((name) => !optional.includes(name)));
};

export const followsLive = (config: Console, page: Page | undefined): boolean =>
  (typeof page === 'function' && page.live === true) ||
  readsOfPage(config, page).shown.includes(LIVE_ENTITY);

const readsOfScreen = (config: Console, entity: AnyEntity): PageReads => ({
  shown: [entity.name],
  beside: [
    ...entity.related.flatMap(({ entity: name, through, granted }) => [
      ...(granted ? [] : [name]),
      ...(through ? [through.entity] : []),
    ]),
    ...Object.values(config.tabs[entity.name] ?? {}).flatMap(({ reads }) => reads),
  ],
  named: namedBy(entity.fields),
});

/** Returns the entities that inputs and cells of fields name records of. */
export const namedBy = (fields: Fields): readonly string[] =>
  Object.values(fields).flatMap((field: AnyField) => {
    const part = lineEntity(field);
    return part ? namedBy(part.fields as Fields) : (schemaOf(field).reads?.(field as Field) ?? []);
  });

/** Returns the entities that the dialog of a command or an action names records of. */
export const namedByOperation = ({ args }: Command | Action): readonly string[] =>
  namedBy(args as Fields);
