import { sql } from 'kysely';
import type { Console } from '../../config';
import { type Locale, textOf } from '../../domain/label';
import type { Envelope } from '../../protocol';
import { type Database, type EntityTable, entityTable, type Row, type Store } from '../db';
import type { Endpoint, NamedRecords, Operator, Values } from '../endpoint';

/** What somebody did, for the operation log; fields as the log's entity declares them. */
export interface LogEntry {
  readonly orgId: number;
  readonly row: Row;
  /** The records it was done with, of the row's entity; each gets a row of its own. */
  readonly records?: NamedRecords;
}

/** The operation log. */
export interface OperationLog {
  /** Writes soon, without keeping anybody waiting. */
  write(entry: LogEntry): void;
  /** Waits until everything is written. */
  close(): Promise<void>;
}

const NAME = 'operationLog';

interface Options {
  readonly store: Store;
  readonly config: Console;
  readonly log: { error(text: string): void };
}

/** A journal that is written to a table. */
export const operationLogOf = (
  table: EntityTable,
  log: Options['log'],
  find: FindBySn,
): OperationLog => {
  let waiting: LogEntry[] = [];
  let running: Promise<void> | undefined;

  /** Without its records rather than not at all. */
  const idsOf = async ({ row, records = { ids: [] } }: LogEntry): Promise<readonly number[]> => {
    if ('ids' in records) return records.ids;
    try {
      return await find(row.entity, records.sns);
    } catch (error) {
      log.error(`The records of a row of the operation log were not found: ${error}`);
      return [];
    }
  };

  const byOrganisation = async (entries: readonly LogEntry[]) => {
    const groups = new Map<number, Row[]>();
    for (const entry of entries) {
      const rows = groups.get(entry.orgId) ?? [];
      rows.push(...perRecord(entry.row, await idsOf(entry)));
      groups.set(entry.orgId, rows);
    }
    return groups;
  };

  /** One row that cannot be written does not take others with it. */
  const writeRows = async (orgId: number, rows: readonly Row[]): Promise<void> => {
    try {
      await table.add(rows, { orgId });
    } catch (error) {
      if (rows.length > 1) for (const row of rows) await writeRows(orgId, [row]);
      else log.error(`A row of the operation log was not written: ${error}`);
    }
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      const batch = await byOrganisation(entries);
      for (const [orgId, rows] of batch) await writeRows(orgId, rows);
    }
  };

  const run = (): void => {
    running = writeAll().then(() => {
      running = undefined;
      if (waiting.length > 0) run();
    });
  };

  return {
    write: (entry) => {
      waiting.push(entry);
      if (!running) run();
    },
    close: async () => {
      while (running) await running;
    },
  };
};

/** Opens the operation log; a console that declares none has none. */
export const openOperationLog = ({ store, config, log }: Options): OperationLog => {
  const entity = config.entities.find(({ name }) => name === NAME);
  if (entity) {
    return operationLogOf(entityTable(store, entity, config), log, findBySn(store.db, config));
  }
  return { write: () => undefined, close: async () => undefined };
};

/** A call that has been answered. */
export interface AnsweredCall {
  readonly call: Endpoint;
  readonly body: Values;
  readonly locale: Locale;
  readonly oper?: Operator;
  readonly address: string;
  readonly answer: Envelope<unknown>;
  /** ms since 1970. */
  readonly started: number;
  readonly ended: number;
}

/** Calls of nobody known belong to the organisation above all others. */
const ROOT_ORG = 1;

const nameOf = ({ oper, body }: AnsweredCall): string =>
  oper?.operName ?? String(body.username || body.phone || '');

/** The row of the operation log. Limits are those of the log's fields. */
export const logEntryOf = (answered: AnsweredCall): LogEntry => {
  const { call, body, locale, oper, address, answer, started, ended } = answered;
  const { verify, data } = answer;
  const success = verify.sign === 'success';
  return {
    orgId: oper?.org_id ?? ROOT_ORG,
    records: call.records?.(body, data),
    row: {
      create_time: started,
      title: textOf(call.label, locale).slice(0, 80),
      instruct: call.code.slice(0, 80),
      business_type: call.kind.slice(0, 40),
      operate_name: nameOf(answered).slice(0, 80),
      operate_address: address.slice(0, 60),
      operate_url: call.path.slice(0, 120),
      request_method: 'POST',
      entity: call.entity ?? null,
      request_body: shortened(redact(body, call.secrets)),
      response_body: shortened({ verify, data: redact(data, call.secrets) }),
      success,
      error_msg: success ? null : verify.desc.slice(0, 400),
      duration: ended - started,
    },
  };
};

/** Rows that one call leaves, at the most: a call names no more records. */
const MOST_ROWS = 1_000;

/**
 * The rows of the log that a call leaves: one for each record it was about, so that the record's history is found by
 * its id, or the one where it was about none. What was asked and answered is told once, in the first.
 */
export const perRecord = (row: Row, ids: readonly number[]): Row[] => {
  const [first, ...others] = ids.slice(0, MOST_ROWS);
  if (first === undefined) return [row];
  return [
    { ...row, record_id: first },
    ...others.map((id) => ({ ...row, request_body: null, response_body: null, record_id: id })),
  ];
};

/** Finds the ids of an entity's records by their serial numbers, in the order of these. */
export type FindBySn = (entity: unknown, sns: readonly string[]) => Promise<number[]>;

/** Looks into the entity's table; what is not there is left out. */
export const findBySn =
  (db: Database, { entities }: Console): FindBySn =>
  async (entity, sns) => {
    const table = entities.find(({ name }) => name === entity)?.table;
    if (table === undefined || sns.length === 0) return [];
    const { rows } = await sql<{ id: number; sn: string }>`
      select id, sn from ${sql.table(table)} where sn = any(${sns}::text[])`.execute(db);
    const ids = new Map(rows.map(({ id, sn }) => [sn, id]));
    return sns.flatMap((sn) => ids.get(sn) ?? []);
  };

const HIDDEN = '***';

/** Names of what is secret wherever it occurs. */
const secret = /password|passwd|pwd|token|secret|authorization/i;

/** Longer bodies are not kept: nobody reads them, and the log is to last. In characters of JSON. */
const LONGEST = 16_384;

/** A body without its secrets. @param secrets names of what is secret in this call besides */
export const redact = (value: unknown, secrets: readonly string[] = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secret.test(name) || secrets.includes(name) ? HIDDEN : redact(member, secrets),
    ]),
  );
};

/** A value as it is kept: one that is too long becomes the note of its length. */
export const shortened = (value: unknown): unknown => {
  const length = JSON.stringify(value)?.length ?? 0;
  return length <= LONGEST ? value : { omitted: `${length} characters` };
};
