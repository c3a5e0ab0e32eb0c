import { iconNames, type Label } from '../../config';
import { locales } from '../../domain/label';

/** Something about a configuration that the compiler cannot see. */
export interface Finding {
  /** The entity and the field, or whatever else it is about: `vehicle.axles`. */
  readonly place: string;
  readonly text: string;
  /** Works as it is, and may be meant so. */
  readonly notice?: true;
}

/** A finding where something is so. */
export const findingIf = (isSo: boolean, place: string, text: string): Finding[] =>
  isSo ? [{ place, text }] : [];

/** The values that are there more than once, each once. */
export const duplicates = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** A label that says nothing in one of the languages, or lacks it. */
export const isEmptyLabel = (place: string, part: string, label: Label | undefined): Finding[] => {
  const texts: readonly unknown[] = Array.isArray(label) ? label : [];
  const missing = locales.filter((_, i) => String(texts[i] ?? '').trim() === '');
  const isIncomplete = label !== undefined && missing.length > 0;
  return findingIf(isIncomplete, place, `${part} is empty in ${missing.join(' and ')}`);
};

/** Name that PostgreSQL and a URL take as it is. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

export const checkIcon = (place: string, icon: string | undefined): Finding[] =>
  findingIf(
    icon !== undefined && !iconNames.some((name) => name === icon),
    place,
    `there is no icon ${icon}`,
  );

/**
 * Finds circles in a graph, each once and from the first of its names.
 * @param next names that each name leads to
 */
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
