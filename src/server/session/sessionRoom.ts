import type { Database } from '../store';
import type { LoginKey } from './loginKey';
import type { Sessions } from './sessions';

/** What the calls of this room share. */
export interface SessionRoom {
  readonly db: Database;
  readonly key: LoginKey;
  readonly sessions: Sessions;
  /** Where the console finds uploaded files. */
  readonly imageServerUrl: string;
  /** ms since 1970. */
  readonly now: () => number;
}
