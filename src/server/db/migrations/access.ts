import { executeAll, type Migration } from '../migrate';

/** Channel on which servers sharing a database announce changes of the rows that decide what a caller may do. */
export const ACCESS_CHANGED = 'access_changed';

const announce = (kind: string, tables: readonly string[]) =>
  tables.map(
    (table) => `create trigger announce_access after insert or update or delete on ${table}
      for each statement execute function announce_access('${kind}')`,
  );

/** @param payload SQL expression */
const notifyFunction = (name: string, payload: string) =>
  `create function ${name}() returns trigger language plpgsql as $$
    begin
      perform pg_notify('${ACCESS_CHANGED}', ${payload});
      return null;
    end
  $$`;

/**
 * Announces changes of organisations, roles, operators and sessions within the transaction that makes them. Servers
 * cache these rows.
 */
export const accessChanges: Migration = {
  name: '0067_access_changes',
  up: (transaction) =>
    executeAll(transaction, [
      notifyFunction('announce_access', 'tg_argv[0]'),
      notifyFunction('announce_oper', `'oper ' || old.id`),
      notifyFunction('announce_session', `'session ' || old.token_hash`),
      ...announce('org', ['org']),
      ...announce('role', ['role', 'role_menu', 'role_button', 'menu', 'button']),
      `create trigger announce_access after update or delete on oper
        for each row execute function announce_oper()`,
      `create trigger announce_access after delete or update of expires, created on session
        for each row execute function announce_session()`,
    ]),
};
