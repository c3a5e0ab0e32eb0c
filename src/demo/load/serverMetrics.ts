import type { LoadOptions } from './options';

/** Metrics of a server process. */
export interface ServerMetrics {
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** Reports that were received and are not committed. */
  readonly queue: number;
  /** Statements that wait for a connection to the database. */
  readonly waiting: number;
}

/** Reads a metric in Prometheus' format. @throws Error if it is missing */
const metricOf = (text: string, name: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`the metrics have no ${name}`);
  return Number(line.slice(name.length));
};

/** @throws Error if the metrics cannot be read */
export const readMetrics = async ({
  url,
  token,
}: NonNullable<LoadOptions['metrics']>): Promise<ServerMetrics> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const text = await response.text();
  return {
    cpuSeconds: metricOf(text, 'process_cpu_seconds_total'),
    memoryBytes: metricOf(text, 'process_resident_memory_bytes'),
    queue: metricOf(text, 'sealdesk_ingest_queue'),
    waiting: metricOf(text, 'sealdesk_db_pool{state="waiting"}'),
  };
};
