/** The radius that a record or a form holds under a name, in metres; null for none. An input holds it as a text. */
export const radiusOf = (
  name: string,
  values: Readonly<Record<string, unknown>> | undefined,
): number | null => {
  const value = values?.[name];
  const metres = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(metres) && metres > 0 ? metres : null;
};
