import type { Console } from '../../config';
import type { Files } from '../files';
import type { JobQueue } from '../jobs';
import type { Rights } from '../rights';
import type { LoginKey, Sessions } from '../session';
import type { Database } from '../store';

/** What the rules of entities work with besides the change itself. */
export interface RulesRoom {
  readonly db: Database;
  readonly config: Console;
  readonly key: LoginKey;
  readonly sessions: Sessions;
  readonly rights: Rights;
  readonly files: Files;
  /** Where work goes that takes longer than a call. */
  readonly queue: JobQueue;
  /** ms since 1970. */
  readonly now: () => number;
}
