import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import type { Fields } from '../config';
import { joinedLabels, type Label, type Locale, labelOf } from '../domain/label';
import { ruleText } from '../fields';
import type { ErrorCode } from '../protocol';
import type { Database } from './db';
import { serverLabel } from './texts';

export { serverLabel, type TextName } from './texts';

/** A row or a body: values by name. */
export type CallValues = Readonly<Record<string, unknown>>;

/** Who has signed in. */
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
  /** Whether there is an organisation above theirs. */
  readonly hasSuperior: boolean;
  /** Of the organisation; path under imageServerUrl. */
  readonly logo: string | null;
  /** Signed in with a password that somebody else chose. */
  readonly mustChange: boolean;
  /** ms since 1970. */
  readonly lastLogin: number | null;
}

/** A signed-in operator making a call. */
export interface Caller {
  readonly oper: Operator;
  /** The token to go on with: the one sent, or its successor. */
  readonly token: string;
}

/** A file as it came in; gone when the call is over, unless it is moved. */
export interface ReceivedFile {
  readonly path: string;
  /** As the client calls it. */
  readonly name: string;
  readonly size: number;
  /** It was larger than the limit, and is not whole. */
  readonly truncated: boolean;
}

/** What a call is given to work with. */
export interface CallContext {
  /** The fields of the body, without what every body carries (language, time, sign). */
  readonly body: CallValues;
  readonly file?: ReceivedFile;
  readonly locale: Locale;
  /** IP address of the client. */
  readonly address: string;
  /** Where the client reached this server: `https://console.example.com`. */
  readonly origin: string;
  /** As it was sent; '' for none. */
  readonly token: string;
  /** Aborts when the client is gone or the server closes. */
  readonly signal: AbortSignal;
  /** Puts a token on the answer's Authorization header. */
  readonly giveToken: (token: string) => void;
  /** Whether the caller's role covers another call too; `path` is without the API's base. */
  readonly permits: (path: string) => Promise<boolean>;
  /**
   * The only place in which a call changes anything, once: a transaction that ends with the call's row in the operation
   * log. What the work answers is what the row says was answered. What other rooms are to learn of the change, and
   * whatever cannot be undone, comes after it.
   * @throws what the work throws, and when the row cannot be written; then nothing was changed
   */
  readonly change: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** Whose call it turned out to be, where it began without a session. */
  readonly identify: (oper: Operator) => void;
}

/** JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Records of one entity, by id or, for those of locks, by serial number. */
export type RecordRefs = { readonly ids: readonly number[] } | { readonly sns: readonly string[] };

interface CallBase {
  /** Without the API's base. */
  readonly path: string;
  readonly label: Label;
  /** What the operation log calls it: `device:add`. */
  readonly code: string;
  /** What kind of work it is, for the operation log. */
  readonly kind: string;
  /** Changes something: its sign is good for one call only. */
  readonly changes: boolean;
  /** Whether the operation log gets a row even if nothing is changed; default of a call that changes something. */
  readonly logged?: (body: CallValues) => boolean;
  /** Whose records it is about, for the history of each. */
  readonly entity?: string;
  /**
   * Those records, told by the body and by what was answered (also where that is a refusal); without it, or where they
   * are none, the call is about the entity as a whole.
   */
  readonly records?: (body: CallValues, data: unknown) => RecordRefs;
  /** Names of arguments that are secrets beside those with telling names. */
  readonly secrets?: readonly string[];
  /** Long poll: aborted when its session ends or its operator is disabled. */
  readonly isLongPoll?: true;
  /** It rejects unknown fields itself, with its own messages. */
  readonly validatesFieldNames?: boolean;
  /** Comes as multipart with the same signed fields. */
  readonly receivesFile?: true;
  /** What the body's fields are called. */
  readonly fields?: Fields;
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
}

/** A call anybody may make. */
export interface OpenEndpoint extends CallBase {
  readonly access: 'open';
  readonly work: (context: CallContext) => Promise<unknown>;
}

/** A call for those who signed in, or for those of them whose role was granted it. */
export interface SignedInEndpoint extends CallBase {
  readonly access: 'signedIn' | 'granted';
  /** Also for those who first have to choose a password of their own. */
  readonly beforePassword?: true;
  readonly work: (context: CallContext, caller: Caller) => Promise<unknown>;
}

/** A call to the server: where, who may, and what it does. Answers the data, an EncodedAnswer or a FileAnswer. */
export type Endpoint = OpenEndpoint | SignedInEndpoint;

/** Further content of an error response. */
interface ErrorDetails {
  /** For `invalid`: each refused field and why. */
  readonly fields?: Readonly<Record<string, Label>>;
  /** Anything else the client can use, as JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A call that is refused: the answer's code, and words for the user in every language. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ErrorCode;
  readonly desc: Label;
  readonly refused: ErrorDetails;

  constructor(code: ErrorCode, desc: Label, refused: ErrorDetails = {}) {
    super(desc[0]);
    this.code = code;
    this.desc = desc;
    this.refused = refused;
  }
}

/** An answer that is a file. Unless it is kept, it was made for this answer: sent once, then removed. */
export class FileAnswer {
  /** Where it lies. */
  readonly path: string;
  /** How it is to be called by whoever receives it. */
  readonly name: string;
  readonly isKept: boolean;

  constructor(path: string, name: string, isKept = false) {
    this.path = path;
    this.name = name;
    this.isKept = isKept;
  }
}

const deflate = promisify(deflateRaw);

/** A piece of an answer's text; compressed once, for all the answers that it is a part of. */
export class TextChunk {
  readonly bytes: Buffer;
  readonly #level: number;
  #deflated: Promise<Buffer> | undefined;

  /**
   * @param level of compression, 1 to 9. The lowest unless many read the same piece over slow lines: better compression
   *   would keep one client waiting longer than a slow line
   */
  constructor(text: string, level: number = constants.Z_BEST_SPEED) {
    this.bytes = Buffer.from(text);
    this.#level = level;
  }

  /** As a part of a raw deflate stream (RFC 1951) that ends on a byte and is not the last; made beside the event loop. */
  deflated(): Promise<Buffer> {
    this.#deflated ??= deflate(this.bytes, {
      level: this.#level,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return this.#deflated;
  }
}

/** An answer whose data is JSON already, the same for everybody who asks for the same. */
export class EncodedAnswer {
  readonly pieces: readonly TextChunk[];

  constructor(pieces: readonly TextChunk[]) {
    this.pieces = pieces;
  }
}

/** Names listed in an error message. */
const MAX_NAMES = 5;

/** What people call the arguments of calls that are no fields. */
const argumentLabels: Readonly<Record<string, Label>> = {
  id: ['Record', '记录'],
  ids: ['Records', '记录'],
  sns: ['Devices', '设备'],
  pageNum: ['Page', '页码'],
  pageSize: ['Rows per page', '每页行数'],
  sortField: ['Sort by', '排序字段'],
  sortOrder: ['Order', '排序方式'],
  columns: ['Columns', '列'],
  by: ['Counted by', '统计字段'],
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

/** The label of a range's end, by its name on the wire. */
const rangeLabel = (name: string, declared: Fields): Label | undefined => {
  const [, base = '', end] = /^(.+)_(from|to)$/.exec(name) ?? [];
  const label = declared[base]?.label;
  return label && serverLabel(end === 'from' ? 'start' : 'end', { label });
};

const calledBy = (name: string, declared: Fields): Label =>
  declared[name]?.label ??
  rangeLabel(name, declared) ??
  (Object.hasOwn(argumentLabels, name) ? argumentLabels[name] : undefined) ?? [name, name];

const pleaseCheck = (names: readonly string[], declared: Fields): Label => {
  const labels = names.slice(0, MAX_NAMES).map((name) => calledBy(name, declared));
  return serverLabel('check', { names: joinedLabels(labels, ', ') });
};

/** A refusal that says of every wrong field why. */
export class InvalidInput extends CallError {
  readonly wrong: Readonly<Record<string, Label>>;

  constructor(wrong: Readonly<Record<string, Label>>) {
    super('invalid', pleaseCheck(Object.keys(wrong), {}), { fields: wrong });
    this.wrong = wrong;
  }

  /** What to check, in the names that an endpoint has for its fields. */
  asCalledBy(declared: Fields): Label {
    return pleaseCheck(Object.keys(this.wrong), declared);
  }
}

export const invalidInput = (wrong: Readonly<Record<string, Label>>): CallError =>
  new InvalidInput(wrong);

/** A rule's message, as yup carries it, in every language. */
export const ruleLabel = (message: string): Label => labelOf((locale) => ruleText(message, locale));
