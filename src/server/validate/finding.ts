import { iconNames, type Label } from '../../config';
import { locales } from '../../domain/label';

/** Problem of a configuration that the compiler cannot detect. */
export interface Finding {
  /** Entity and field, or the name of another declaration: `vehicle.axles`. */
  readonly place: string;
  readonly text: string;
  /** Set if the configuration works all the same. It may be intended. */
  readonly notice?: true;
}

/** Returns one finding if the condition holds, otherwise none. */
export const findingIf = (isSo: boolean, place: string, text: string): Finding[] =>
  isSo ? [{ place, text }] : [];

/** Returns the values that occur more than once, without repetition. */
export const duplicates = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** Finds a label that is empty or missing in one of the languages. */
export const isEmptyLabel = (place: string, part: string, label: Label | undefined): Finding[] => {
  const texts: readonly unknown[] = Array.isArray(label) ? label : [];
  const missing = locales.filter((_, i) => String(texts[i] ?? '').trim() === '');
  const isIncomplete = label !== undefined && missing.length > 0;
  return findingIf(isIncomplete, place, `${part} is empty in ${missing.join(' and ')}`);
};

/** Name that PostgreSQL and URLs accept without quoting. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Finds a name that every JavaScript object has, so that looking it up always returns a value. */
export const checkObjectName = (place: string, name: string): Finding[] =>
  findingIf(name in Object.prototype, place, 'every object of JavaScript has this name');

export const checkIcon = (place: string, icon: string | undefined): Finding[] =>
  findingIf(
    icon !== undefined && !iconNames.some((name) => name === icon),
    place,
    `there is no icon ${icon}`,
  );

/** Finds the cycles of a graph, each once and starting at its first node. @param next targets of each node */
export const findCircles = (next: ReadonlyMap<string, readonly string[]>): string[][] => {
  const circles: string[][] = [];
  for (const start of next.keys()) {
    if (circles.some((circle) => circle.includes(start))) continue;
    const paths = [[start]];
    const visited = new Set<string>();
    for (const path of paths) {
      const targets = next.get(path.at(-1) as string) ?? [];
      if (targets.includes(start)) {
        circles.push(path);
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
