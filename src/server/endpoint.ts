import type { Fields } from '../config';
import { joinedLabels, type Label, type Locale, labelOf } from '../domain/label';
import { ruleText } from '../fields';
import type { ErrorCode } from '../protocol';
import type { Database } from './db';
import { text } from './texts';

export { type TextName, text } from './texts';

/** A row or a body: values by name. */
export type Values = Readonly<Record<string, unknown>>;

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
  readonly body: Values;
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
export type NamedRecords =
  | { readonly ids: readonly number[] }
  | { readonly sns: readonly string[] };

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
  readonly logged?: (body: Values) => boolean;
  /** Whose records it is about, for the history of each. */
  readonly entity?: string;
  /**
   * Those records, told by the body and by what was answered (also where that is a refusal); without it, or where they
   * are none, the call is about the entity as a whole.
   */
  readonly records?: (body: Values, data: unknown) => NamedRecords;
  /** Names of arguments that are secrets beside those with telling names. */
  readonly secrets?: readonly string[];
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

/** A call to the server: where, who may, and what it does. Answers the data, or a FileAnswer. */
export type Endpoint = OpenEndpoint | SignedInEndpoint;

/** What a call that says no carries beside its code and its words. */
interface Refused {
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
  readonly refused: Refused;

  constructor(code: ErrorCode, desc: Label, refused: Refused = {}) {
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

/** More names would make a sentence that nobody reads. */
const NAMED = 5;

const pleaseCheck = (names: readonly string[], declared: Fields): Label => {
  const labels = names.slice(0, NAMED).map((name): Label => declared[name]?.label ?? [name, name]);
  return text('check', { names: joinedLabels(labels, ', ') });
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

export const invalid = (wrong: Readonly<Record<string, Label>>): CallError =>
  new InvalidInput(wrong);

/** A rule's message, as yup carries it, in every language. */
export const ruleLabel = (message: string): Label => labelOf((locale) => ruleText(message, locale));
