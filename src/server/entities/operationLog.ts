import { sql } from 'kysely';
import type { AnyEntity, Console } from '../../config';
import { type Label, type Locale, textOf } from '../../domain/label';
import { secretNames } from '../../fields';
import { linesIn } from '../../fields/lines';
import { type Envelope, isRecord } from '../../protocol';
import { ROOT } from '../auth';
import type { CallValues, Endpoint, Operator, RecordOutcome, RecordRefs } from '../calls/endpoint';
import { appendToLog, type Database, LOG, type Row } from '../db';
import { toStorableText } from '../db/sql/storableText';
import type { EntityRules } from './EntityRules';

/** Entry of the operation log; its row has the fields of the log's entity. */
interface LogEntry {
  readonly orgId: number;
  readonly row: Row;
  /** Records that the call concerns, of the entity `row.entity`. Each gets a row of its own. */
  readonly records?: RecordRefs;
  /** Members of these rows that differ, by the id of the record. */
  readonly outcomes?: ReadonlyMap<number, Row>;
}

export interface OperationLog {
  /**
   * Runs a change and logs it in the same transaction: either both are stored or neither.
   * @param entryOf builds the entry from the result of `work`
   * @throws the errors of `work`, or if the entry cannot be written
   */
  change<T>(
    work: (transaction: Database) => Promise<T>,
    entryOf: (answer: T) => LogEntry,
  ): Promise<T>;
  /** Logs a call that changed nothing. */
  write(entry: LogEntry): Promise<void>;
}

/** Log rows that are stored together. */
const BATCH = 1_000;

/** Opens the operation log. Without an entity for it in the configuration nothing is logged. */
export const openOperationLog = (db: Database, { entities }: Console): OperationLog => {
  const entity = entities.find(({ name }) => name === LOG);
  const declared = new Set(Object.keys(entity?.fields ?? {}));

  const append = async (transaction: Database, entry: LogEntry) => {
    if (!entity) return;
    const { orgId, row, records, outcomes } = entry;
    const ids = await idsOf(transaction, entities, row.entity, records);
    const rows = logPerRecord(row, ids, outcomes).map((each) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => declared.has(name))),
    );
    for (let from = 0; from < rows.length; from += BATCH)
      await appendToLog(transaction, orgId, rows.slice(from, from + BATCH));
  };

  return {
    change: (work, entryOf) =>
      db.transaction().execute(async (transaction) => {
        const answer = await work(transaction);
        await append(transaction, entryOf(answer));
        return answer;
      }),
    write: (entry) => db.transaction().execute((transaction) => append(transaction, entry)),
  };
};

/**
 * Shows titles in the reader's language. A call that no longer exists keeps its title in the language of its caller.
 * The stored rows stay unchanged.
 * @param calls all endpoints of the API
 */
export const logRules = (calls: () => readonly Endpoint[]): EntityRules => {
  let labels: ReadonlyMap<unknown, Label> | undefined;
  return {
    inLanguage: (row, locale) => {
      labels ??= new Map(calls().map(({ path, label }) => [path, label]));
      const label = labels.get(row.operate_url);
      return label ? { ...row, title: textOf(label, locale) } : row;
    },
  };
};

/** Returns the ids of the records that a call concerns. Records of locks are looked up by serial number. */
const idsOf = async (
  db: Database,
  entities: readonly AnyEntity[],
  entity: unknown,
  records: RecordRefs = { ids: [] },
): Promise<readonly number[]> => {
  if ('ids' in records) return records.ids;
  const { sns } = records;
  const table = entities.find(({ name }) => name === entity)?.table;
  if (table === undefined || sns.length === 0) return [];
  const { rows } = await sql<{ id: number; sn: string }>`
    select id, sn from ${sql.table(table)} where sn = any(${sns}::text[])`.execute(db);
  const ids = new Map(rows.map(({ id, sn }) => [sn, id]));
  return sns.flatMap((sn) => ids.get(sn) ?? []);
};

/** Maximum log rows of a call that names records without a result: a refused one may name any number. */
const MAX_LOG_ROWS = 1_000;

/**
 * Returns a log row for each record of a call, so that the record's history is found by its id; a single row for a call
 * without records. Only the first row has the request and the response.
 */
export const logPerRecord = (
  row: Row,
  ids: readonly number[],
  outcomes?: ReadonlyMap<number, Row>,
): Row[] => {
  const logged = outcomes ? ids : ids.slice(0, MAX_LOG_ROWS);
  if (logged.length === 0) return [row];
  return logged.map((id, i) => ({
    ...row,
    ...(i > 0 && { request_body: null, response_body: null }),
    ...outcomes?.get(id),
    record_id: id,
  }));
};

interface AnsweredCall {
  readonly call: Endpoint;
  readonly body: CallValues;
  readonly locale: Locale;
  readonly oper?: Operator;
  /** Login name of the account that a sign-in is for; undefined if there is none. */
  readonly account?: string;
  readonly address: string;
  readonly requestId: string;
  readonly answer: Envelope<unknown>;
  readonly outcomes?: ReadonlyMap<number, RecordOutcome>;
  /** `startedAt` and `endedAt`: epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Builds the log entry of a call; without a known operator for the root organisation. Texts are cut to the limits of the log's fields. */
export const logEntryOf = (answered: AnsweredCall): LogEntry => {
  const { call, body, locale, oper, account, address, requestId } = answered;
  const { answer, outcomes, startedAt, endedAt } = answered;
  const name = oper?.operName ?? account;
  const { verify, data } = answer;
  const success = verify.sign === 'success';
  const secrets = [
    ...secretsOf(call.request),
    ...secretNames(call.fields ?? {}),
    ...(call.secrets ?? []),
  ];
  const ofRecords = success ? outcomes : undefined;
  return {
    orgId: oper?.org_id ?? ROOT.orgId,
    ...(ofRecords
      ? { records: { ids: [...ofRecords.keys()] }, outcomes: outcomeRows(ofRecords) }
      : { records: call.records?.(body, data) }),
    row: {
      create_time: startedAt,
      title: cut(textOf(call.label, locale), 80),
      instruct: cut(call.code, 80),
      business_type: cut(call.kind, 40),
      operate_name: name === undefined ? null : cut(name, 80),
      operate_address: cut(address, 60),
      operate_url: cut(call.path, 120),
      request_method: 'POST',
      request_id: requestId,
      entity: call.entity ?? null,
      request_body: shorten(redactBody(withoutEqualLines(body), secrets)),
      response_body: shorten({ verify, data: redactBody(data, secrets) }),
      success,
      error_msg: success ? null : cut(verify.desc, 400),
      duration: endedAt - startedAt,
    },
  };
};

const outcomeRows = (outcomes: ReadonlyMap<number, RecordOutcome>): ReadonlyMap<number, Row> =>
  new Map(
    [...outcomes].map(([id, { changes, refusal }]) => [
      id,
      {
        ...(changes && { changes: shorten(redactBody(changes)) }),
        ...(refusal !== undefined && { success: false, error_msg: cut(refusal, 400) }),
      },
    ]),
  );
/** Replaces the lines that an update leaves alone by their ids, so that a long record fits. */
export const withoutEqualLines = (body: CallValues): CallValues => {
  const { before } = body;
  if (!isRecord(before)) return body;
  const idsOfEqual = (name: string) => {
    const texts = new Set(linesIn(before[name]).map((line) => JSON.stringify(line)));
    return new Set<unknown>(
      linesIn(body[name]).flatMap((line) =>
        line.id !== undefined && texts.has(JSON.stringify(line)) ? [line.id] : [],
      ),
    );
  };
  const shortened = (lists: Readonly<Record<string, unknown>>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(lists).map(([name, value]) => {
        const equal = idsOfEqual(name);
        if (equal.size === 0) return [name, value];
        return [name, linesIn(value).map((line) => (equal.has(line.id) ? { id: line.id } : line))];
      }),
    );
  return { ...shortened(body), before: shortened(before) };
};

/** Limit of a logged body, in characters of JSON. */
const MAX_VALUE_LENGTH = 16_384;

/** Replaces a value that is too long by a note of its length. */
const shorten = (value: unknown): unknown => {
  const length = JSON.stringify(value)?.length ?? 0;
  return length <= MAX_VALUE_LENGTH ? value : { omitted: `${length} characters` };
};

const cut = (text: string, max: number): string => toStorableText(text.slice(0, max));

/** Names of values that are secret in every call. */
const secret = /password|passwd|pwd|token|secret|authorization|key$/i;

/** Returns the names of the members that a schema marks as never answered, at any depth. */
const secretsOf = (schema: unknown, name = ''): readonly string[] => {
  if (!isRecord(schema)) return [];
  if (schema.writeOnly === true) return [name];
  const { properties, items, anyOf = [] } = schema;
  return [
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([member, part]) =>
      secretsOf(part, member),
    ),
    ...[items, anyOf].flat().flatMap((part) => secretsOf(part, name)),
  ];
};

/** User, password and query of a URL. A query often holds a token. */
const urlSecrets = /([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>]*)?/gi;

const withoutUrlSecrets = (text: string): string =>
  text.replace(urlSecrets, (url, scheme: string, rest: string, query?: string) =>
    url === `${scheme}${rest}` ? url : `${scheme}${rest}${query === undefined ? '' : `?${HIDDEN}`}`,
  );

const HIDDEN = '***';

/** Nesting limit of a logged body: more than any call needs, and within the limits of recursion and of the database. */
const MAX_DEPTH = 50;

/**
 * Returns a copy of a body that can be stored: secrets are masked, unstorable characters removed, and the nesting
 * limited.
 * @param secrets names of further secrets of this call
 */
export const redactBody = (value: unknown, secrets: readonly string[] = [], depth = 0): unknown => {
  if (typeof value === 'string') return toStorableText(withoutUrlSecrets(value));
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return { omitted: `deeper than ${MAX_DEPTH}` };
  if (Array.isArray(value)) return value.map((item) => redactBody(item, secrets, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      toStorableText(name),
      secret.test(name) || secrets.includes(name) ? HIDDEN : redactBody(member, secrets, depth + 1),
    ]),
  );
};
