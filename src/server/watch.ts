import { statfs } from 'node:fs/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import type { Console } from '../config';
import { PROTOCOL } from '../domain/family';
import { JOB } from '../domain/job';
import { COMMUNICATE_STATUS } from '../domain/lock';
import { OPEN_STATES } from '../domain/ticket';
import { DATABASE_NOW, type Database, isAlive, LOG, type Sql, type Store } from './db';
import type { Health } from './http/health';
import { sameText } from './http/traccar';
import { registry } from './work/meters';

export interface Watched {
  readonly store: Pick<Store, 'db' | 'poolState'>;
  readonly config: Console;
  readonly health: Health;
  readonly dataDir: string;
  readonly token: string;
}

interface DatabaseMetric {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Query that returns `value` and the labels. */
  readonly query: Sql;
  /** Table of a declared entity that it needs. */
  readonly table?: string;
}

/** Rows among which the last one written is: that of a long call has an earlier time than later ones. */
const NEWEST = 50;

const TICKETS = 'appointmentCommandRecord';

/** Rows of codes and their names, for `values`. */
const namesOf = (codes: Readonly<Record<string, number>>): Sql =>
  sql.join(Object.entries(codes).map(([name, code]) => sql`(${sql.lit(code)}, ${sql.lit(name)})`));

/** Metrics of the database, the same at every server. */
const databaseMetrics: readonly DatabaseMetric[] = [
  {
    name: 'sealdesk_locks',
    help: 'Locks by protocol and state of their connection',
    labels: ['protocol', 'state'],
    query: sql`select protocol.name as protocol, state.name as state, count(*) as value
      from device_state as lock
        join (values ${namesOf(PROTOCOL)}) as protocol (code, name)
          on protocol.code = coalesce(lock.protocol, ${sql.lit(PROTOCOL.mqtt)})
        join (values ${namesOf(COMMUNICATE_STATUS)}) as state (code, name)
          on state.code = coalesce(lock.communicate_status, ${sql.lit(COMMUNICATE_STATUS.offline)})
      group by 1, 2`,
  },
  {
    name: 'sealdesk_tickets',
    help: 'Commands that have not ended, by state',
    labels: ['state'],
    table: TICKETS,
    query: sql`select state, count(t.id) as value
      from unnest(${OPEN_STATES}::text[]) as state
        left join ${sql.table(TICKETS)} as t using (state) group by 1`,
  },
  {
    name: 'sealdesk_jobs',
    help: 'Jobs that have not ended, by state',
    labels: ['state'],
    query: sql`select state, count(j.state) as value
      from (values (${sql.lit(JOB.waiting)}, 'waiting'), (${sql.lit(JOB.running)}, 'running')) as s (code, state)
        left join job as j on j.state = s.code group by 1`,
  },
  {
    name: 'sealdesk_notices_waiting',
    help: 'Mails, text messages and webhooks that have not been sent, by channel',
    labels: ['channel'],
    query: sql`select channel, count(n.id) as value from unnest(array['mail', 'sms', 'webhook']) as channel
      left join notice as n using (channel) group by 1`,
  },
  {
    name: 'sealdesk_partitions_ahead_seconds',
    help: 'Time until the first table of records has no partition',
    labels: [],
    query: sql`select (min(ends) - ${DATABASE_NOW}) / 1000.0 as value from (
      select max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \\(''?(\\d+)''?\\)'))[1]::bigint) as ends
      from pg_inherits join pg_class as c on c.oid = inhrelid
      where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
      group by inhparent) as tables`,
  },
  {
    name: 'sealdesk_servers',
    help: 'Servers with a heartbeat in the database',
    labels: [],
    query: sql`select count(*) as value from server_beat where ${isAlive}`,
  },
  {
    name: 'sealdesk_live_cursor_age_seconds',
    help: 'Age of the oldest open transaction of the database, for which live changes wait',
    labels: [],
    query: sql`select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0) as value
      from pg_stat_activity where datname = current_database() and backend_xid is not null`,
  },
  {
    name: 'sealdesk_log_chain_ok',
    help: '1 if the last row of the operation log of every organisation is the one that was written last',
    labels: [],
    table: LOG,
    query: sql`select case when exists (
        select from log_head as head where place > 0
          and not exists (select from log_cut as cut where cut.org_id = head.org_id and cut.last = head.place)
          and head.digest not in (
            select chain_digest from (
              select chain_digest, chain_place from ${sql.table(LOG)} where org_id = head.org_id
              order by create_time desc limit ${sql.lit(NEWEST)}
            ) as newest where chain_digest is not null
          )
      ) then 0 else 1 end as value`,
  },
];

/** Age up to which values of the database are answered again, ms: several servers and readers may ask. */
const FRESH = 1_000;

type Values = readonly (Readonly<Record<string, string>> & { readonly value: string })[];

const readOf = (db: Database, query: Sql) => {
  let last: { readonly at: number; readonly values: Promise<Values> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > FRESH) {
      const values = query.execute(db).then(({ rows }) => rows as Values);
      last = { at: performance.now(), values };
    }
    return last.values;
  };
};

/** Registers the gauges. A database that does not answer leaves its own out. */
const registerGauges = ({ store, config, dataDir }: Watched): void => {
  // Before those that query the database, which would count as waiting.
  registry.removeSingleMetric('sealdesk_db_pool');
  new Gauge({
    name: 'sealdesk_db_pool',
    help: 'Connections to the database by state, and calls that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(store.poolState())) this.set({ state }, count);
    },
  });
  const tables = new Set(config.entities.map(({ table }) => table));
  for (const { name, help, labels, query, table } of databaseMetrics) {
    if (table !== undefined && !tables.has(table)) continue;
    const read = readOf(store.db, query);
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        if (labels.length === 0) this.remove();
        for (const { value, ...labelled } of await read().catch((): Values => []))
          this.set(labelled, Number(value));
      },
    });
  }
  registry.removeSingleMetric('sealdesk_disk_free_bytes');
  new Gauge({
    name: 'sealdesk_disk_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
    registers: [registry],
    async collect() {
      const { bavail, bsize } = await statfs(dataDir);
      this.set(bavail * bsize);
    },
  });
};

/** Creates the server of the port for monitoring: probes, and metrics for those who send the token. */
export const createWatchServer = async (watched: Watched): Promise<FastifyInstance> => {
  const { health, token } = watched;
  if (!registry.getSingleMetric('process_cpu_seconds_total')) {
    collectDefaultMetrics({ register: registry });
    // Gauges with the suffix of a counter. Each has a twin with a label.
    for (const kind of ['handles', 'requests', 'resources']) {
      registry.removeSingleMetric(`nodejs_active_${kind}_total`);
    }
  }
  registerGauges(watched);
  const app = fastify();
  health.serve(app, ['/readyz', '/healthz']);
  health.serveAlive(app);
  app.get('/metrics', async (request, reply) => {
    if (!sameText(request.headers.authorization ?? '', `Bearer ${token}`)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send('');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return app;
};
