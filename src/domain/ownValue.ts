/**
 * Returns the value of a table's own key; undefined for any other key. A key from outside may be `constructor` or
 * `__proto__`, which every object inherits.
 */
export const ownValue = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
