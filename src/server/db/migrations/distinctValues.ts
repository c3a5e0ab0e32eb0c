import { executeAll, type Migration } from '../migrate';

/** Lets the triggers of distinct values find values by the key of their table, as new ones do. */
export const distinctValues: Migration = {
  name: '0070_distinct_values',
  up: (transaction) =>
    executeAll(transaction, [
      `do $$
        declare definition text;
        begin
          for definition in
            select pg_get_functiondef(oid) from pg_proc
            where pronamespace = current_schema()::regnamespace and prosrc like '%as known where known.org%'
          loop
            execute regexp_replace(definition, ' and not exists \\([^)]*\\)', '');
          end loop;
        end
      $$`,
    ]),
};
