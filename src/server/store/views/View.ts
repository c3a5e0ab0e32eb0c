/** A table that is derived from others: its entity says `derived`. */
export interface View {
  readonly name: string;
  /** The query; it answers `id` and every declared field. */
  readonly query: string;
  /** What the query builds on and nobody declares; statements that may run again. */
  readonly foundation?: readonly string[];
}
