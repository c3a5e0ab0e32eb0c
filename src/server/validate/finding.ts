import type { AnyField, Fields } from '../../config';

/** Problem of a configuration that the compiler cannot detect. */
export interface Finding {
  /** Entity and field, or the name of another declaration: `vehicle.axles`. */
  readonly place: string;
  readonly text: string;
  /** Set if the configuration works all the same. It may be intended. */
  readonly notice?: true;
  /** Set if the declaration is malformed, so that other checks cannot read it. */
  readonly stops?: true;
}

/** Texts of findings with their conditions. */
export type Conditions = Readonly<Record<string, unknown>>;

/** Returns a finding for each text whose condition is truthy. */
export const findingsIf = (place: string, conditions: Conditions): Finding[] =>
  Object.entries(conditions).flatMap(([text, isSo]) => (isSo ? [{ place, text }] : []));

/** Checks each field of an entity, or each argument of an operation. */
export const perField = (
  place: string,
  fields: Fields,
  check: (field: AnyField, name: string) => Conditions,
): Finding[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    findingsIf(`${place}.${name}`, check(field, name)),
  );

/** Returns a finding for each value that occurs more than once. @param before the value in the name of its place */
export const findTwice = (before: string, values: readonly string[], text: string): Finding[] =>
  duplicates(values).map((value) => ({ place: `${before}${value}`, text }));

export const asNotices = (findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ ...finding, notice: true }));

/**
 * Returns findings that only our own server minds: notices for a server of the customer's.
 * @param stores true if our own server stores the records
 */
export const ofOwnServer = (stores: boolean, findings: readonly Finding[]): readonly Finding[] =>
  stores
    ? findings
    : asNotices(
        findings.map(({ place, text }) => ({ place, text: `our own server refuses it: ${text}` })),
      );

/** Returns the values that occur more than once, without repetition. */
export const duplicates = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** Name that PostgreSQL and URLs accept without quoting. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Checks that PostgreSQL and URLs take a name, and that it looks up nothing that every object of JavaScript has. */
export const identifierFaults = (name: string): Conditions => ({
  'a name has up to 63 letters, digits and underscores, and no blank': !PLAIN_NAME.test(name),
  'every object of JavaScript has this name': name in Object.prototype,
});

/** Finds the cycles of a graph, each once, from its first node back to it. @param next targets of each node */
export const findCircles = (next: ReadonlyMap<string, readonly string[]>): string[][] => {
  const circles: string[][] = [];
  for (const start of next.keys()) {
    if (circles.some((circle) => circle.includes(start))) continue;
    const paths = [[start]];
    const visited = new Set<string>();
    for (const path of paths) {
      const targets = next.get(path.at(-1) as string) ?? [];
      if (targets.includes(start)) {
        circles.push([...path, start]);
        break;
      }
      for (const target of targets.filter((name) => !visited.has(name))) {
        visited.add(target);
        paths.push([...path, target]);
      }
    }
  }
  return circles;
};
