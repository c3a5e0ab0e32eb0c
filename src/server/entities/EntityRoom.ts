import type { Console } from '../../config';
import type { Files } from '../files';
import type { JobQueue } from '../jobs';
import type { LoginKey } from '../session';
import type { Database, EntityTable } from '../store';
import type { EntityRules } from './EntityRules';

/** What the calls of all entities share. */
export interface EntityRoom {
  readonly config: Console;
  readonly db: Database;
  /** What the server knows beyond the declarations, by the entity's name. */
  readonly rules: Readonly<Record<string, EntityRules>>;
  /** By the entity's name. */
  readonly tables: ReadonlyMap<string, EntityTable>;
  /** Opens the passwords of forms. */
  readonly key: LoginKey;
  /** Where uploaded spreadsheets lie. */
  readonly files: Files;
  /** Where work goes that takes longer than a call. */
  readonly queue: JobQueue;
  /** ms since 1970. */
  readonly now: () => number;
}
