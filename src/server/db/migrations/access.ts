import { executeAll, type Migration } from '../migrate';

/** Channel on which servers sharing a database announce changes of the rows that decide what a caller may do. */
export const ACCESS_CHANGED = 'access_changed';

const announce = (kind: string, tables: readonly string[]) =>
  tables.map(
    (table) => `create trigger announce_access after insert or update or delete on ${table}
      for each statement execute function announce_access('${kind}')`,
  );

/**
 * Announces changes of organisations, roles, operators and sessions within the transaction that makes them. Servers
 * cache these rows.
 */
export const accessChanges: Migration = {
  name: '0067_access_changes',
  up: (transaction) =>
    executeAll(transaction, [
      `create function announce_access() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${ACCESS_CHANGED}', tg_argv[0]);
          return null;
        end
      $$`,
      `create function announce_oper() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${ACCESS_CHANGED}', 'oper ' || old.id);
          return null;
        end
      $$`,
      `create function announce_session() returns trigger language plpgsql as $$
        begin
          perform pg_notify('${ACCESS_CHANGED}', 'session ' || old.token_hash);
          return null;
        end
      $$`,
      ...announce('org', ['org']),
      ...announce('role', ['role', 'role_menu', 'role_button', 'menu', 'button']),
      `create trigger announce_access after update or delete on oper
        for each row execute function announce_oper()`,
      `create trigger announce_access after delete or update of expires, created on session
        for each row execute function announce_session()`,
    ]),
};
