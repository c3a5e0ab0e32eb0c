import type { LatLon } from '../domain/geo/geometry';
import type { TicketState, Waves } from '../domain/ticket';

/** Primary key. A customer's server may use texts. */
type Id = number | string;

type Row = Readonly<Record<string, unknown>>;

/** Targets of a command. Each property that is set narrows the others. */
export interface CommandTargets {
  /** Serial numbers; may contain duplicates. */
  readonly sns?: readonly string[];
  /** Filter of the list of devices. */
  readonly filter?: Row;
  /** Organisations, including their descendants. */
  readonly orgs?: readonly number[];
  /** Geofences that contain the last known position of the locks. */
  readonly fences?: readonly number[];
  /** Every lock that the caller sees. The server refuses targets without any choice. */
  readonly all?: true;
}

/** Options of a command. By default it is sent at once and expires after the system's waiting time. */
export interface SendOptions {
  /** Hours that each ticket waits for its lock; the system parameter by default. */
  readonly hours?: number;
  /** Earliest time of sending, epoch ms. */
  readonly start?: number;
  /** Reason for a dangerous command. */
  readonly reason?: string;
  /** Confirmation as typed: the serial number of the lock, or the number of locks. */
  readonly typed?: string;
  /** Batch id from the response to the first chunk; later chunks send it. */
  readonly batch?: number;
  /** Number of locks in all chunks together. */
  readonly total?: number;
  /** Send in waves. */
  readonly waves?: Waves;
  /** One-time code sent to the operator. */
  readonly code?: string;
}

/** Preview of a command before it is sent. Texts are in the user's language. */
export interface CommandCheck {
  /** Serial numbers that would receive it. */
  readonly sns: readonly string[];
  /** Number of these locks that would receive it only once they are reachable. */
  readonly offline: number;
  /** Locks with an open ticket of the same command. */
  readonly same: readonly string[];
  /** Locks outside every geofence assigned to them, if the command is dangerous there. */
  readonly outside: readonly string[];
  /** Serial numbers that occur more than once. */
  readonly twice: readonly string[];
  /** Locks that would not receive it, grouped by reason. */
  readonly refused: readonly {
    readonly why: string;
    readonly code?: string;
    readonly sns: readonly string[];
  }[];
  /** True if it needs a reason and a typed confirmation. */
  readonly typed: boolean;
  /** True if it waits for a second person. */
  readonly second: boolean;
  /** True if it needs a one-time code, which the operator requests. */
  readonly code?: boolean;
  /** Default hours that it waits for a lock. */
  readonly hours: number;
}

/** Ticket of a command to one lock. */
export interface SentTicket {
  readonly id: Id;
  readonly sn: string;
  readonly state: TicketState;
}

/** Lock to which the command was not sent, with the reason in the user's language. */
export interface LockRefusal {
  readonly sn: string;
  readonly code: string;
  readonly desc: string;
}

export interface CommandAnswer {
  /** Batch id of the tickets; later chunks send it. A server may have none. */
  readonly batch?: number;
  readonly tickets: readonly SentTicket[];
  readonly refused: readonly LockRefusal[];
}

/** Record for which an action failed, with the reason in the user's language. */
export interface ActionRefusal {
  readonly id: Id;
  readonly why: string;
}

/** Secret of one record, shown once: a new password and what belongs to it. */
export interface OneTimeSecret {
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  /** All lines in one text, for a QR code. */
  readonly code?: string;
}

/** Result of an action per record, unless its response is a file. */
export interface ActionAnswer {
  /** Number of records. */
  readonly done: number;
  readonly failed?: readonly ActionRefusal[];
  /** Message for the user. */
  readonly message?: string;
  /** Shown once and stored nowhere, not even in the operation log. */
  readonly secrets?: readonly OneTimeSecret[];
}

/** Dry run of a form. Texts are in the user's language. */
export interface PreviewAnswer {
  readonly total: number;
  /** Names of some records that would be created. */
  readonly samples: readonly string[];
  /** Problems that prevent it: cards that exist, a number over the limit. */
  readonly problems: readonly string[];
}

/** Session of Google's map tiles. */
export interface MapSession {
  /** Null if there is none. */
  readonly session: string | null;
  /** Refusal of the provider with the remedy, for operators who may change its key. */
  readonly problem: string | null;
}

/** Place found by its name. */
export interface PlaceResult extends LatLon {
  /** Name in the reader's language. */
  readonly name: string;
  /** Name in the other language; '' if it is the same. */
  readonly other: string;
}
