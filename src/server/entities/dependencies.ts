import type { AnyEntity, Console } from '../../config';
import type { LoginKey, Rights } from '../auth';
import type { CallContext, Caller } from '../calls/endpoint';
import { type Database, entityTable, type Scope, type Store, type TableQueries } from '../db';
import type { Files } from '../files/files';
import type { Uploads } from '../files/uploads';
import { openPlaceReader, type PlaceReader } from '../gazetteer/ownPlaces';
import type { JobQueue } from '../jobs';
import type { EntityRules, RuleContext } from './EntityRules';

export interface EntityDependencies {
  readonly config: Console;
  readonly db: Database;
  /** Rules of the server beyond the declarations, by entity name. */
  readonly rules: Readonly<Record<string, EntityRules>>;
  readonly tables: ReadonlyMap<string, TableQueries>;
  /** Decrypts the passwords of forms. */
  readonly key: LoginKey;
  readonly rights: Rights;
  readonly files: Files;
  /** Fences and points of interest, for describing positions. */
  readonly places: PlaceReader;
  /** Checks the files named by records. */
  readonly uploads: Uploads;
  /** Queue for work that takes longer than a call. */
  readonly queue: JobQueue;
  /** Address of the console in links of mails; undefined if none is known. */
  readonly consoleUrl: () => string | undefined;
  /** Name of the installation, for mails. */
  readonly title: string;
  /** Clock, epoch ms. */
  readonly now: () => number;
  /** Returns true while history is still being generated, as in a new demo. */
  readonly isGrowing?: () => boolean;
}

/** Entity of a call with its table and the shared services. */
export interface RuleSubject {
  readonly entity: AnyEntity;
  readonly table: TableQueries;
  readonly dependencies: EntityDependencies;
}

/** Entity with its rules on this server. */
export interface RuledEntity extends Omit<RuleSubject, 'table'> {
  readonly rules: EntityRules;
}

/** Creates the tables of all declared entities, once for all calls and jobs. */
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

export type RuleCall = Pick<CallContext, 'locale' | 'permits'> &
  Pick<RuleContext, 'zone' | 'collectedInput'>;

/** Creates the context of the rules for a call. @param db the transaction of the change */
export const ruleContext = (
  { now, rules }: Pick<EntityDependencies, 'now' | 'rules'>,
  db: Database,
  { locale, permits, zone, collectedInput }: RuleCall,
  caller: Caller,
): RuleContext => ({
  ...{ db, caller, locale, permits, zone, collectedInput, now: now() },
  scope: scopeOf({ rules }, caller),
});

/**
 * Rows that a caller can see: those of their organisation and all below, further limited by the `within` rules of the
 * entities.
 */
export const scopeOf = ({ rules }: Pick<EntityDependencies, 'rules'>, caller: Caller): Scope => ({
  orgId: caller.oper.org_id,
  within: (entity) => rules[entity]?.within?.(caller),
});
