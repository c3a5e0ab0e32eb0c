import { executeAll, type Migration } from '../migrate';

/** Marks the migrations after which a server without them takes no calls. */
export const breakingMigrations: Migration = {
  name: '0077_breaking_migrations',
  up: (transaction) =>
    executeAll(transaction, [
      'alter table schema_migration add column breaking boolean not null default false',
    ]),
};
