import type { AnyEntity, Console } from '../../config';
import type { LoginKey } from '../auth';
import { type Database, entityTable, type Scope, type Store, type TableQueries } from '../db';
import type { CallContext, Caller } from '../endpoint';
import type { Files } from '../files';
import type { JobQueue } from '../jobs';
import { openPlaceReader, type PlaceReader } from '../places';
import type { Uploads } from '../uploads';
import type { EntityRules, RuleContext } from './EntityRules';

/** What the calls of all entities share. */
export interface EntityDependencies {
  readonly config: Console;
  readonly db: Database;
  /** What the server knows beyond the declarations, by the entity's name. */
  readonly rules: Readonly<Record<string, EntityRules>>;
  /** By the entity's name. */
  readonly tables: ReadonlyMap<string, TableQueries>;
  /** Opens the passwords of forms. */
  readonly key: LoginKey;
  /** Where uploaded spreadsheets lie. */
  readonly files: Files;
  /** Fences and points of interest, for places in words. */
  readonly places: PlaceReader;
  /** Judges the files that records name. */
  readonly uploads: Uploads;
  /** Where work goes that takes longer than a call. */
  readonly queue: JobQueue;
  /** ms since 1970. */
  readonly now: () => number;
  /** Whether records of the past are still being made, as in a new demo. */
  readonly isGrowing?: () => boolean;
}

/** An entity that a call is about, its table, and what the calls of all entities share. */
export interface RuleSubject {
  readonly entity: AnyEntity;
  readonly table: TableQueries;
  readonly dependencies: EntityDependencies;
}

/** The tables of all declared entities, each made once, and what else their calls and jobs share. */
export const entityDependencies = ({
  store,
  ...rest
}: Omit<EntityDependencies, 'tables' | 'db' | 'places'> & {
  readonly store: Store;
}): EntityDependencies => {
  const { config } = rest;
  const tables = new Map(
    config.entities.map((entity) => [entity.name as string, entityTable(store, entity, config)]),
  );
  return { ...rest, db: store.db, tables, places: openPlaceReader() };
};

/** What rules need to know of a call. */
export type RuleCall = Pick<CallContext, 'locale' | 'permits'> &
  Pick<RuleContext, 'collectedInput'>;

/** Where the rules of an entity work for a call. @param db the transaction of the change */
export const ruleContext = (
  { now }: Pick<EntityDependencies, 'now'>,
  db: Database,
  { locale, permits, collectedInput }: RuleCall,
  caller: Caller,
): RuleContext => ({ db, caller, locale, permits, collectedInput, now: now() });

/** What a caller sees of an entity: what belongs to their organisation and all below, unless rules leave less of it. */
export const scopeOf = (
  entity: AnyEntity,
  { rules }: EntityDependencies,
  caller: Caller,
): Scope => ({
  orgId: caller.oper.org_id,
  within: rules[entity.name]?.within?.(caller),
});
