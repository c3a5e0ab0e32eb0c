import { type Console, defineConsole, originalEntity } from '../../../src/config';
import { declarationOf, entityOf, jsonText } from '../../../src/fields/declaration';
import type { Store } from '../../../src/server/db';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { planTables } from '../../../src/server/db/schema/planTables';
import { entityCalls, entityDependencies } from '../../../src/server/entities';
import { commandCalls } from '../../../src/server/fleet/commands/commandCalls';
import { openApi } from '../../../src/server/http/openApi';

/** Returns the text of an entity's declaration; undefined if it has code in it. */
export const declarationText = (entity: Console['entities'][number]): string | undefined => {
  try {
    return jsonText(declarationOf(entity));
  } catch {
    return undefined;
  }
};

/** Returns the console with each entity read back from its declaration, except those with code. Its paths stay. */
export const readBack = (config: Console): Console =>
  defineConsole({
    ...config,
    entities: config.entities.map((entity) => {
      const text = declarationText(entity);
      return text === undefined
        ? originalEntity(entity)
        : { ...entityOf(JSON.parse(text)), api: entity.api };
    }),
  } as never);

const emptyDatabase = {
  tables: new Map(),
  indexes: new Set<string>(),
  indexSources: new Map(),
  invalidIndexes: new Set<string>(),
  largeTables: new Set<string>(),
  constraints: new Set<string>(),
  exclusions: new Set<string>(),
  foreignKeys: new Map(),
  declaredColumns: new Map(),
  trigrams: 'ready',
  ranges: 'ready',
  filled: new Set<string>(),
  zone: 'UTC',
} as const;

/** Returns what a new database is made of, and the description of the calls, as texts. */
export const servedBy = (config: Console): { readonly ddl: string; readonly openApi: string } => {
  // Calls are only described, so nothing that they use is opened.
  const shared = { config, rules: {}, store: {} as Store };
  const calls = [
    ...entityCalls(entityDependencies(shared as never)),
    ...commandCalls(shared as never),
  ];
  return {
    ddl: JSON.stringify(planTables(desiredTables(config.entities), emptyDatabase), null, 1),
    openApi: JSON.stringify(openApi(calls, config, 'Sealdesk'), null, 1),
  };
};
