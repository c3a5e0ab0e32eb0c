import { type Migration, runAll } from './migration';

/**
 * What automatic unblocking goes by: the last place of a lock that satellites or hotspots found (a base station's is
 * too rough to say on which side of a border a lock is), and the ids of the rules in whose region it is taken to be.
 */
export const regions: Migration = {
  name: '0006_regions',
  up: (transaction) =>
    runAll(transaction, [
      'alter table device add column if not exists fix_lat double precision',
      'alter table device add column if not exists fix_lon double precision',
      `alter table device add column if not exists regions bigint[] not null default '{}'`,
      `update device set fix_lat = lat, fix_lon = lon
        where position_type in (0, 4) and lat is not null`,
    ]),
};
