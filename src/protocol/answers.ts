/** Primary key. A customer's server may use texts. */
type Id = number | string;

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
