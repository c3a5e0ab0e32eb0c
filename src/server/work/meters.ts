import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of this process, in Prometheus' text format. Names and labels are public: docs/operations.md lists them. */
export const registry = new Registry();

const registers = [registry];

/** Upper bounds of times, s. Few, because each is a series for every path and code. */
const CALL_SECONDS = [0.05, 0.25, 1, 5];
const REPORT_SECONDS = [0.05, 0.25, 1, 5, 60, 3_600, 86_400];

export const callDuration = new Histogram({
  name: 'sealdesk_call_duration_seconds',
  help: 'Duration of calls by path and code of the answer',
  labelNames: ['path', 'code'],
  buckets: CALL_SECONDS,
  registers,
});

export const reportCount = new Counter({
  name: 'sealdesk_reports_total',
  help: 'Reports of locks by protocol and outcome: stored, unregistered, unread or failed',
  labelNames: ['protocol', 'outcome'],
  registers,
});

export const reportLag = new Histogram({
  name: 'sealdesk_report_lag_seconds',
  help: 'Time from the receipt of a report to its commit',
  buckets: REPORT_SECONDS,
  registers,
});

export const reportAge = new Histogram({
  name: 'sealdesk_report_age_seconds',
  help: 'Time from that of a report by the clock of its lock to its commit',
  buckets: REPORT_SECONDS,
  registers,
});

export const reportsWaiting = new Gauge({
  name: 'sealdesk_ingest_queue',
  help: 'Reports that were received and are not committed yet',
  registers,
});
