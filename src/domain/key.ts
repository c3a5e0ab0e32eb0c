/** What a record is told apart by: a number, or a text where that is what its key is. */
export type Key = number | string;

/**
 * A key as it came over the wire or out of an address, made the value a record holds. Where keys are texts it is one:
 * a serial number of 15 digits keeps the zero in front. Where they are numbers it is one as long as that writes the
 * very same; beyond 2^53 it stays the text it is, because the next number would be somebody else's.
 */
export const keyFrom = (value: unknown, isText = false): unknown => {
  if (isText) return typeof value === 'number' ? String(value) : value;
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
};

/** Whether a value can be the key of a record. */
export const isKey = (value: unknown, isText = false): boolean => {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && (isText ? value.trim() !== '' : /^\d{16,19}$/.test(value));
};
