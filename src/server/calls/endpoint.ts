import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { Fields } from '../../config';
import { joinedLabels, type Label, type Locale, labelOf } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { ruleText } from '../../fields';
import { pathLabel } from '../../fields/lines';
import type { ErrorCode } from '../../protocol';
import type { Database } from '../db';
import { serverLabel } from './texts';

export { serverLabel, type TextName } from './texts';

/** Values of a row or a request body, by name. */
export type CallValues = Readonly<Record<string, unknown>>;

export interface Operator {
  readonly id: number;
  readonly operName: string;
  readonly loginName: string;
  readonly operCode: string | null;
  readonly operPhone: string | null;
  readonly role_id: number;
  readonly roleName: string | null;
  readonly org_id: number;
  readonly org_name: string;
  /** True if the operator's organisation has a parent. */
  readonly hasSuperior: boolean;
  /** Logo of the organisation: path under `imageServerUrl`. */
  readonly logo: string | null;
  /** True while the password is one that another operator set; it must be changed first. */
  readonly mustChange: boolean;
  /** Epoch ms. */
  readonly lastLogin: number | null;
}

export interface Caller {
  readonly oper: Operator;
  /** Token to continue with: the one that was sent, or its renewal. */
  readonly token: string;
}

/** Received upload. Deleted when the call ends. */
export interface ReceivedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** True if the file exceeded the limit; its content is incomplete then. */
  readonly truncated: boolean;
}

/** Result of a call for one of its records, for the history of the record. */
export interface RecordOutcome {
  /** Values that it has now, and those `before` if the record is not new. */
  readonly changes?: CallValues;
  /** Reason if the call refused this record. */
  readonly refusal?: string;
}

export interface CallContext {
  /** Fields of the body, without those that every body carries (language, timestamp, sign). */
  readonly body: CallValues;
  readonly file?: ReceivedFile;
  readonly locale: Locale;
  readonly address: string;
  /** Origin at which the client reached this server: `https://console.example.com`. */
  readonly origin: string;
  /** Token as the client sent it; '' for none. */
  readonly token: string;
  /** Aborts when the client disconnects or the server closes. */
  readonly signal: AbortSignal;
  /** Sets the response's Authorization header. */
  readonly giveToken: (token: string) => void;
  /** True if the caller's role also covers the call at `path` (without `API_BASE`). */
  readonly permits: (path: string) => Promise<boolean>;
  /**
   * Runs the changes of a call, at most once, in a transaction that also writes the call's row to the operation log.
   * The row records the result of `work` as the answer. Notify other rooms and do whatever cannot be undone after it.
   * @throws the errors of `work`, or if the row cannot be written; nothing is changed then
   */
  readonly change: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** Names the records of a successful call for the operation log, instead of `records` of the endpoint. */
  readonly logRecords: (outcomes: ReadonlyMap<number, RecordOutcome>) => void;
  /** Names the operator for the operation log, if the call began without a session. */
  readonly identify: (oper: Operator) => void;
  /** Names the account of a sign-in for the operation log, before the password was checked. */
  readonly nameAccount: (loginName: string) => void;
}

/** JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Records of one entity: by id or, for records of locks, by serial number. */
export type RecordRefs = { readonly ids: readonly number[] } | { readonly sns: readonly string[] };

interface CallBase {
  /** Path without `API_BASE`. */
  readonly path: string;
  readonly label: Label;
  /** Code in the operation log: `device:add`. */
  readonly code: string;
  /** Type of operation in the operation log. */
  readonly kind: string;
  /** True for a call that changes data. Its sign is accepted only once then. */
  readonly changes: boolean;
  /** True if the call gets a log row although it changed nothing. Default: true for calls that change data. */
  readonly logged?: (body: CallValues) => boolean;
  /** Name of the entity in whose history the call appears. */
  readonly entity?: string;
  /**
   * Finds the records that the call concerns, for their histories. `data` is the answer, also that of a refusal. If it
   * is unset or finds none, the call concerns the entity as a whole.
   */
  readonly records?: (body: CallValues, data: unknown) => RecordRefs;
  /** Names of secrets that neither `request` nor `fields` declares. */
  readonly secrets?: readonly string[];
  /** Long poll: aborted when its session ends or its operator is disabled. */
  readonly isLongPoll?: true;
  /** The endpoint rejects unknown fields itself, with its own messages. */
  readonly validatesFieldNames?: boolean;
  /** The request is multipart/form-data, with the same signed fields. */
  readonly receivesFile?: true;
  /** Declared fields that the body may contain. Error messages use their labels. */
  readonly fields?: Fields;
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
  /**
   * Checks the body and returns it without blank arguments.
   * @throws CallError `invalid` with a message for each wrong argument
   */
  readonly check?: (body: CallValues) => CallValues;
}

/** Call that needs no session. */
export interface OpenEndpoint extends CallBase {
  readonly access: 'open';
  readonly work: (context: CallContext) => Promise<unknown>;
}

/** Call that needs a session and, for `granted`, a permission of the operator's role. */
export interface SignedInEndpoint extends CallBase {
  readonly access: 'signedIn' | 'granted';
  /** Also allowed before the operator has replaced a password that another operator set. */
  readonly beforePassword?: true;
  readonly work: (context: CallContext, caller: Caller) => Promise<unknown>;
}

/** Call of the API. `work` returns the data, an EncodedAnswer or a FileAnswer. */
export type Endpoint = OpenEndpoint | SignedInEndpoint;

/**
 * Error that refuses a call: a code, and a message for the user in every language. It has no stack trace, which costs
 * more than the rest of a refusal and is never logged.
 */
export class CallError extends Error {
  override readonly name = 'CallError';

  /**
   * @param refused `fields` has the reason for each rejected field, with `invalid`; `data` is further JSON for the
   *   client
   */
  constructor(
    readonly code: ErrorCode,
    readonly desc: Label,
    readonly refused: {
      readonly fields?: Readonly<Record<string, Label>>;
      readonly data?: CallValues;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(desc[0]);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Content of a file that is sent once. */
export interface FileContent {
  open(): Promise<{ readonly size: number; readonly stream: Readable }>;
  /** Deletes a temporary file, once it is sent or if the call fails after all. */
  discard(): Promise<void>;
}

export class FileAnswer {
  /** @param name under which the browser saves it */
  constructor(
    readonly content: FileContent,
    readonly name: string,
  ) {}
}

const deflate = promisify(deflateRaw);

/** Small blocks, so that each column of a part of the fleet gets a Huffman code of its own. */
const MEMORY_LEVEL = 5;

/** Part of an answer's text. Compressed once for all answers that contain it. */
export class TextChunk {
  readonly bytes: Buffer;
  readonly #level: number;
  #deflated: Promise<Buffer> | undefined;

  /**
   * @param level compression level, 1 to 9. The default is the fastest: for a single reader even a slow line costs less
   *   time than better compression. Raise it for text that many clients read over slow lines.
   */
  constructor(text: string, level: number = constants.Z_BEST_SPEED) {
    this.bytes = Buffer.from(text);
    this.#level = level;
  }

  /**
   * Compresses the text, off the event loop, to a section of a raw deflate stream (RFC 1951). The section ends on a
   * byte boundary and is not the last.
   */
  deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.bytes, {
      level: this.#level,
      memLevel: MEMORY_LEVEL,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return this.#deflated;
  }
}

/** Answer whose data is already encoded as JSON and is equal for all callers with the same question. */
export class EncodedAnswer {
  constructor(readonly pieces: readonly TextChunk[]) {}
}

/** Maximum names listed in an error message. */
const MAX_NAMES = 5;

/** Labels of the arguments that are not declared fields. */
const argumentLabels: Readonly<Record<string, Label>> = {
  id: ['Record', '记录'],
  ids: ['Records', '记录'],
  sns: ['Devices', '设备'],
  pageNum: ['Page', '页码'],
  pageSize: ['Rows per page', '每页行数'],
  sortField: ['Sort by', '排序字段'],
  sortOrder: ['Order', '排序方式'],
  columns: ['Columns', '列'],
  by: ['Count by', '统计字段'],
  split: ['Split by', '细分字段'],
  zone: ['Time zone', '时区'],
  path: ['File', '文件'],
  file: ['File', '文件'],
  purpose: ['Purpose', '用途'],
  dryRun: ['Dry run', '试运行'],
  cursor: ['Position in the changes', '变更位置'],
  from: ['Start', '开始时间'],
  to: ['End', '结束时间'],
  username: ['User name', '用户名'],
  phone: ['Phone number', '手机号'],
  password: ['Password', '密码'],
  oldPassword: ['Old password', '原密码'],
  newPassword: ['New password', '新密码'],
};

/** Label for the start or end of a range by its name on the wire: `time_from`, `time_to`. */
const rangeLabel = (name: string, declared: Fields): Label | undefined => {
  const [, base = '', end] = /^(.+)_(from|to)$/.exec(name) ?? [];
  const label = ownValue(declared, base)?.label;
  return label && serverLabel(end === 'from' ? 'start' : 'end', { label });
};

const calledBy = (name: string, declared: Fields): Label =>
  pathLabel(declared, name) ??
  rangeLabel(name, declared) ??
  ownValue(argumentLabels, name) ?? [name, name];

const pleaseCheck = (names: readonly string[], declared: Fields): Label => {
  const labels = names.slice(0, MAX_NAMES).map((name) => calledBy(name, declared));
  return serverLabel('check', { names: joinedLabels(labels, ', ') });
};

/** `invalid` error with a reason for each rejected field. */
export class InvalidInput extends CallError {
  constructor(readonly wrong: Readonly<Record<string, Label>>) {
    super('invalid', pleaseCheck(Object.keys(wrong), {}), { fields: wrong });
  }

  /** Message that lists the rejected fields by the labels of an endpoint's fields. */
  asCalledBy(declared: Fields): Label {
    return pleaseCheck(Object.keys(this.wrong), declared);
  }
}

export const invalidInput = (wrong: Readonly<Record<string, Label>>): CallError =>
  new InvalidInput(wrong);

/** Translates a rule's message, as yup carries it, into every language. */
export const ruleLabel = (message: string): Label => labelOf((locale) => ruleText(message, locale));
