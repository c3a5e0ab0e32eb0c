import { executeAll, type Migration } from '../migrate';

/**
 * Adds the server that holds the newest connection of each lock, with a number that increases with every connection;
 * and the servers with their last heartbeat, epoch ms.
 */
export const lockConnections: Migration = {
  name: '0062_lock_connections',
  up: (transaction) =>
    executeAll(transaction, [
      'create sequence lock_connection_number',
      `create table lock_connection (
        device_id bigint primary key references device (id) on delete cascade,
        server text not null,
        number bigint not null
      ) with (fillfactor = 70)`,
      'create index lock_connection_server_idx on lock_connection (server)',
      'create table server_beat (id text primary key, at bigint not null)',
    ]),
};
