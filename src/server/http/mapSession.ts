import { sql } from 'kysely';
import type { Console } from '../../config';
import { textOf } from '../../domain/label';
import { type MapSession, verbPath } from '../../protocol';
import { mapSession } from '../../protocol/contracts/places';
import { answering } from '../calls/answering';
import { CallError, type SignedInEndpoint, serverLabel } from '../calls/endpoint';
import type { Database } from '../db';
import { sessionServiceOf } from './maps';
import { openTileSessions } from './tileSessions';

interface MapSessionDependencies {
  readonly db: Database;
  readonly config: Console;
  readonly service: string;
  readonly now: () => number;
}

/** Table of the keys for browsers. */
const KEYS = 'mapKeyWeb';

const keyOf = async (db: Database): Promise<string | undefined> => {
  const { rows } = await sql<{ key: string | null }>`
    select "mapKey" as key from ${sql.table(KEYS)}
    where "mapCode" = 'google' and "useTerminal" = 'web' order by id limit 1`.execute(db);
  return rows[0]?.key ?? undefined;
};

/**
 * Call for the session of Google's tiles in the caller's language. The reason of a refusal is only for operators who
 * may change the key.
 */
export const mapSessionCalls = (dependencies: MapSessionDependencies): SignedInEndpoint[] => {
  const { db, config, service, now } = dependencies;
  const keys = config.entities.find(({ name }) => name === KEYS);
  if (!keys) return [];
  const base = sessionServiceOf(service);
  const sessionOf = base && openTileSessions(base, now);
  const none: MapSession = { session: null, problem: null };
  return [
    answering(mapSession, {
      code: 'map:session',
      kind: 'get',
      access: 'signedIn',
      changes: false,
      work: async ({ locale, origin, permits }) => {
        if (!(await permits(verbPath(keys, 'list')))) {
          throw new CallError('noPermission', serverLabel('noPermission'));
        }
        const key = sessionOf && (await keyOf(db));
        if (!sessionOf || !key) return none;
        const answer = await sessionOf({ key, locale, origin });
        if ('session' in answer) return { ...none, session: answer.session };
        const mayChange = await permits(verbPath(keys, 'update'));
        return { ...none, problem: mayChange ? textOf(answer.problem, locale) : null };
      },
    }),
  ];
};
