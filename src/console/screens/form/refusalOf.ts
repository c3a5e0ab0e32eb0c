import { ApiError } from '../../../protocol';

/** What a failed call means for a form. */
export interface Refusal {
  /** Messages for fields the form shows. */
  readonly fields: Readonly<Record<string, string>>;
  /** What the reader is told besides; undefined when the fields say it all. */
  readonly message?: string;
  /** The names of refused fields that the form does not show, with their messages. */
  readonly hidden: readonly (readonly [name: string, message: string])[];
}

/** Sorts the answer to a call that failed: what belongs to which input, and what to the form as a whole. */
export const refusalOf = (error: unknown, shown: readonly string[]): Refusal => {
  const refused = error instanceof ApiError ? Object.entries(error.fields ?? {}) : [];
  const fields = Object.fromEntries(refused.filter(([name]) => shown.includes(name)));
  const hidden = refused.filter(([name]) => !shown.includes(name));
  const said = error instanceof Error ? error.message : String(error);
  return { fields, hidden, message: Object.keys(fields).length > 0 ? undefined : said };
};
