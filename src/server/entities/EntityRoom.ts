import type { Console } from '../../config';
import type { Files } from '../files';
import type { LoginKey } from '../session';
import type { EntityTable } from '../store';

/** What the calls of all entities share. */
export interface EntityRoom {
  readonly config: Console;
  /** By the entity's name. */
  readonly tables: ReadonlyMap<string, EntityTable>;
  /** Opens the passwords of forms. */
  readonly key: LoginKey;
  /** Where uploaded spreadsheets lie. */
  readonly files: Files;
  /** ms since 1970. */
  readonly now: () => number;
}
