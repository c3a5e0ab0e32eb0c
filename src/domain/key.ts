/** Primary key of a record. */
export type Key = number | string;

/**
 * Converts a key from the wire or a URL to the type that records hold. A text key stays a text: a serial number of 15
 * digits keeps its leading zero. A numeric key becomes a number only if that converts back to the same text. Beyond
 * 2^53 it stays a text, because it would round to the key of another record.
 */
export const keyFrom = (value: unknown, isText = false): unknown => {
  if (isText) return typeof value === 'number' ? String(value) : value;
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
};

/** True if the value can be a primary key. */
export const isKey = (value: unknown, isText = false): boolean => {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return typeof value === 'string' && (isText ? value.trim() !== '' : /^\d{16,19}$/.test(value));
};
