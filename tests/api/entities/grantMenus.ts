import { sql } from 'kysely';
import type { Console } from '../../../src/config';
import { syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';

/** Stores the menus of a console that were declared after the seed, and gives roles all menus and buttons. */
export const grantMenus = async (
  db: Store['db'],
  console: Console,
  roles: readonly number[] = [2],
): Promise<void> => {
  await syncMenus({ db } as Store, console);
  for (const role of roles) {
    await sql`insert into role_menu select ${role}, id from menu on conflict do nothing`.execute(
      db,
    );
    await sql`insert into role_button select ${role}, id from button on conflict do nothing`.execute(
      db,
    );
  }
};
