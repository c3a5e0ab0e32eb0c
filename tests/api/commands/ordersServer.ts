import { sql } from 'kysely';
import shippedConfig from '../../../resources.config';
import type { Console } from '../../../src/config';
import { silentLink } from '../http/testServer';
import { seed } from '../jobs/jobsServer';
import { openServer } from '../openServer';
import { type HttpOptions, openFleet } from '../parts';
import type { Place } from '../place';

/** Position of the harbour and centre of its geofence, WGS-84. */
export const QUAY = { lat: 22.3, lon: 114.1 } as const;

interface Options {
  /** The shipped one by default. */
  readonly config?: Console;
  readonly place?: Place;
  readonly http?: Partial<HttpOptions>;
  /** By default one to locks that never answer. */
  readonly link?: Parameters<typeof openFleet>[0]['link'];
}

/**
 * Starts a server of every shipped entity with two tenants and locks that never answer. Harbour has 30 locks, P00 to
 * P29, sealed and at the quay, and a second administrator, Hugo.
 */
export const ordersServer = async ({
  config = shippedConfig,
  place,
  http,
  link = silentLink,
}: Options = {}) => {
  const server = await openServer({
    config,
    seed: async (store) => {
      await seed(store);
      const { db } = store;
      await sql`
        insert into device (sn, org_id) select 'P' || lpad(i::text, 2, '0'), 2
        from generate_series(0, 29) as i`.execute(db);
      await sql`
        update device_state set status = 2, lat = ${QUAY.lat}, lon = ${QUAY.lon},
          fix_lat = ${QUAY.lat}, fix_lon = ${QUAY.lon} where sn like 'P%'`.execute(db);
      await sql`
        insert into oper (id, "operName", "loginName", role_id, org_id, status, password_hash)
        select 5, 'Hugo', 'second', role_id, org_id, status, password_hash from oper
        where id = 2`.execute(db);
      await sql`insert into role_button select 3, id from button
        where "btnCode" in ('commandBatch:confirm', 'commandSchedule:add')`.execute(db);
      await sql`insert into role_menu select 3, id from menu
        where "menuCode" in ('commandBatch', 'commandSchedule')`.execute(db);
    },
    fleet: (store, log) => openFleet({ store, config, server: 'test', link, log }),
    place,
    http,
  });
  const { db } = server.store;
  const client = async (name: string) => {
    const token = await server.signIn(name);
    return (path: string, body: object = {}, locale: 'en' | 'zh' = 'en') =>
      server.call(path, body, { token, locale });
  };
  const setParameter = (name: string, value: string) =>
    sql`update "systemParams" set param_text = ${value} where param_name = ${name}`.execute(db);
  const tickets = async (batch: number) =>
    (
      await sql<Record<string, unknown>>`
        select * from "appointmentCommandRecord" where batch_id = ${batch} order by sn`.execute(db)
    ).rows;
  return { ...server, db, client, setParameter, tickets };
};

export const P = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `P${String(from + i).padStart(2, '0')}`);

/** Builds a geofence of 1 km around the quay that names locks. */
export const quayFence = (name: string, devices: readonly number[] = []) => ({
  fence_name: name,
  org_id: 2,
  fence_type: 'circle',
  fence_context: { type: 'Point', coordinates: [QUAY.lon, QUAY.lat] },
  radius: 1_000,
  devices,
});
