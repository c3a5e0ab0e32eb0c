/**
 * Returns the value of a table's own key; undefined for any other key. A key from outside may be `constructor` or
 * `__proto__`, which every object inherits.
 */
export const ownValue = <V>(table: Readonly<Record<string, V>>, key: string): V | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns the values by lower-case name. Of several names that differ in case, the first one counts. */
export const byLowerName = (values: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values)
      .reverse()
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
