const HIDDEN = '***';

/** Names of what is secret wherever it occurs. */
const secret = /password|passwd|pwd|token|secret|authorization/i;

/** Longer bodies are not kept: nobody reads them, and the log is to last. In characters of JSON. */
const LONGEST = 16_384;

/** A body without its secrets. @param secrets names of what is secret in this call besides */
export const redact = (value: unknown, secrets: readonly string[] = []): unknown => {
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secret.test(name) || secrets.includes(name) ? HIDDEN : redact(member, secrets),
    ]),
  );
};

/** A value as it is kept: one that is too long becomes the note of its length. */
export const shortened = (value: unknown): unknown => {
  const length = JSON.stringify(value)?.length ?? 0;
  return length <= LONGEST ? value : { omitted: `${length} characters` };
};
