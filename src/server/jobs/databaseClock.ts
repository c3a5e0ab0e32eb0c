import { sql } from 'kysely';

/** ms since 1970 by the database's clock, which all servers share. */
export const DATABASE_NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
