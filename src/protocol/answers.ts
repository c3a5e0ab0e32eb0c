import type { LatLon } from '../domain/geo/geometry';
import type { TicketState, Waves } from '../domain/ticket';

/** Of a record; a customer's server may count with texts. */
type Id = number | string;

type Row = Readonly<Record<string, unknown>>;

/** Who is meant by a command; each part that is given narrows the others. */
export interface CommandTargets {
  /** Serial numbers, pasted or picked; some may be there twice. */
  readonly sns?: readonly string[];
  /** Filters of the list of devices. */
  readonly filter?: Row;
  /** Organisations, with all below them. */
  readonly orgs?: readonly number[];
  /** Geofences that the locks are in, by their last known place. */
  readonly fences?: readonly number[];
}

/** How a command is sent, where that is not at once and to be forgotten after the usual time. */
export interface SendOptions {
  /** Hours that each ticket waits for its lock; the system parameter without it. */
  readonly hours?: number;
  /** Not before, ms since 1970. */
  readonly start?: number;
  /** Why, for what is dangerous. */
  readonly reason?: string;
  /** The lock's number, or how many there are, typed. */
  readonly typed?: string;
  /** Batch id from the answer to the first chunk; later chunks send it. */
  readonly batch?: number;
  /** Locks of all chunks together. */
  readonly total?: number;
  /** Some first. */
  readonly waves?: Waves;
  /** The one-time code that was sent to who sends it. */
  readonly code?: string;
}

/** What a command would do, before anything is sent; texts are in the user's language. */
export interface CommandCheck {
  /** The locks that would get it. */
  readonly sns: readonly string[];
  /** Those of them that would only get it once they are there. */
  readonly offline: number;
  /** Those that have the same command waiting or sent. */
  readonly same: readonly string[];
  /** Those outside of every geofence that names them, where that makes it dangerous. */
  readonly outside: readonly string[];
  /** Those named more than once. */
  readonly twice: readonly string[];
  /** Locks that would not get it, together with those of the same reason. */
  readonly refused: readonly { readonly why: string; readonly sns: readonly string[] }[];
  /** Whether it takes a reason and a typed confirmation. */
  readonly typed: boolean;
  /** Whether it waits for a second person. */
  readonly second: boolean;
  /** Whether it takes a one-time code that its sender asks for. */
  readonly code?: boolean;
  /** How long it waits for a lock unless somebody says otherwise. */
  readonly hours: number;
}

/** A command on its way to one lock. */
export interface SentTicket {
  readonly id: Id;
  readonly sn: string;
  readonly state: TicketState;
}

/** A lock that was not sent the command, and why, in the user's language. */
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

/** A record that an action could not be done with, and why, in the user's language. */
export interface ActionRefusal {
  readonly id: Id;
  readonly why: string;
}

/** What an action's answer tells once, of one record: a new password and what goes with it. */
export interface OneTimeSecret {
  /** What the record is known by. */
  readonly title: string;
  readonly lines: readonly { readonly label: string; readonly text: string }[];
  /** All of it for a machine that reads a QR code. */
  readonly code?: string;
}

/** How an action went with each record, where it answers no file. */
export interface ActionAnswer {
  /** Counts records. */
  readonly done: number;
  readonly failed?: readonly ActionRefusal[];
  /** For the user. */
  readonly message?: string;
  /** Secret shown once and stored nowhere, the operation log included. */
  readonly secrets?: readonly OneTimeSecret[];
}

/** What a form would make, before it is made; texts are in the user's language. */
export interface PreviewAnswer {
  readonly total: number;
  /** Some of what would be made, named. */
  readonly samples: readonly string[];
  /** What stands against it, named: cards that exist, a number too many. */
  readonly problems: readonly string[];
}

/** A place of the world that was looked for by its name. */
export interface PlaceResult extends LatLon {
  /** As the reader calls it. */
  readonly name: string;
  /** As the readers of the other language do; '' for the same. */
  readonly other: string;
}

/** A page of a report's rows. */
export interface ReportPage {
  readonly list: readonly Row[];
  readonly total: number;
  /** Of all rows, by measure. */
  readonly sums: Row;
}
