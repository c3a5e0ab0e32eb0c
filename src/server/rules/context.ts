import type { Console } from '../../config';
import type { KnownLabels, LoginKey, Rights, Sessions } from '../auth';
import type { Database } from '../db';
import type { Files } from '../files';
import type { JobQueue } from '../jobs';

/** What the rules of entities work with besides the change itself. */
export interface RuleDependencies {
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

/** What the rules of this folder share. */
export interface OrganisationDependencies extends Pick<RuleDependencies, 'config'> {
  /** What menus and buttons are called. */
  readonly labels: KnownLabels;
}
