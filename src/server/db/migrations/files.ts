import { executeAll, type Migration } from '../migrate';

/**
 * Adds the files and their content, in chunks. The chunks are stored uncompressed: most files are compressed already,
 * and chunks are written and read whole.
 */
export const storedFiles: Migration = {
  name: '0066_stored_files',
  up: (transaction) =>
    executeAll(transaction, [
      `create table stored_file (
        id bigint generated always as identity primary key,
        area text not null,
        name text not null,
        sha256 text not null,
        size bigint not null,
        at bigint not null,
        unique (area, name)
      )`,
      'create index stored_file_sha256_idx on stored_file (sha256)',
      `create table stored_chunk (
        file_id bigint not null references stored_file on delete cascade,
        place integer not null,
        data bytea not null,
        primary key (file_id, place)
      )`,
      'alter table stored_chunk alter column data set storage external',
    ]),
};
