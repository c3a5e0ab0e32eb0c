import type { Label, Locale } from '../../domain/label';

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
  /** Whether the operation log gets a row; default when it changes something. */
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
  readonly request: JsonSchema;
  readonly answer: JsonSchema;
}

/** A call anybody may make. */
export interface OpenCall extends CallBase {
  readonly access: 'open';
  readonly work: (context: CallContext) => Promise<unknown>;
}

/** A call for those who signed in, or for those of them whose role was granted it. */
export interface SignedInCall extends CallBase {
  readonly access: 'signedIn' | 'granted';
  /** Also for those who first have to choose a password of their own. */
  readonly beforePassword?: true;
  readonly work: (context: CallContext, caller: Caller) => Promise<unknown>;
}

/** A call to the server: where, who may, and what it does. Answers the data, or a FileAnswer. */
export type Call = OpenCall | SignedInCall;
