/** What a search for records is asked. */
export interface Search {
  readonly target: string;
  readonly typed: string;
  /** Whether anybody looks at the options. */
  readonly wanted: boolean;
  /** A record that must not become its own parent. */
  readonly without?: number;
}
