/** What two inputs of one password hold. */
export interface TypedTwice {
  readonly typed: string;
  readonly again: string;
}

/** The inputs' texts for a value; a value from outside stands in both. */
export const twiceFrom = (value: unknown): TypedTwice => {
  if (typeof value === 'object' && value !== null && 'typed' in value) return value as TypedTwice;
  const text = typeof value === 'string' ? value : '';
  return { typed: text, again: text };
};

/** The value of two inputs: the password, null when both are empty, and for two that differ what the rule refuses. */
export const twiceValue = ({ typed, again }: TypedTwice): string | TypedTwice | null => {
  if (typed !== again) return { typed, again };
  return typed === '' ? null : typed;
};
