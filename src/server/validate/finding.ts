import { locales } from '../../domain/label';
import { notices, ours, sentences } from './sentences';

/** Problem of a configuration that the compiler cannot detect. */
export interface Finding {
  /** Entity and field, or the name of another declaration: `vehicle.axles`. */
  readonly place: string;
  /** Option of the declaration that its schema refuses: `side.place`. */
  readonly option?: string;
  /** Export of the customer's code in which it is: file, name, and the names within it. */
  readonly export?: readonly [file: string, ...names: string[]];
  readonly code: keyof typeof sentences;
  /** Values in the sentence. */
  readonly values: readonly string[];
}

/** Codes of findings with their conditions, or with the values of their sentences. */
export type Problems = { readonly [C in Finding['code']]?: readonly unknown[] | boolean };

export const findingsIn = (place: string, problems: Problems): Finding[] =>
  (Object.entries(problems) as [Finding['code'], Problems[Finding['code']]][]).flatMap(
    ([code, values]) =>
      values ? [{ place, code, values: values === true ? [] : values.map(String) }] : [],
  );

/** Returns a finding for each name that occurs more than once. @param prefix the name in its place */
export const findTwice = (
  prefix: string,
  names: readonly string[],
  ...nouns: readonly [plural: string, name: string]
): Finding[] =>
  duplicates(names).flatMap((name) => findingsIn(`${prefix}${name}`, { twice: nouns }));

export const sentenceOf = ({ option, code, values }: Finding): string => {
  const rest = [...values];
  const sentence = sentences[code].replaceAll('{}', () => rest.shift() ?? '');
  return option ? `${option} ${sentence}` : sentence;
};

/** True if our own server refuses the declaration, and another may take it. */
export const isOurs = ({ code }: Finding): boolean => code in ours;

export const isNotice = ({ code }: Finding): boolean => code in notices;

/** Returns the values that occur more than once, without repetition. */
export const duplicates = <T>(values: readonly T[]): T[] => [
  ...new Set(values.filter((value, i) => values.indexOf(value) !== i)),
];

/** Returns the texts that two labels have in one language. */
export const duplicateTexts = (labels: readonly (readonly unknown[] | undefined)[]): string[] => [
  ...new Set(
    locales.flatMap((_, i) =>
      duplicates(labels.flatMap((label) => (label?.[i] ? [String(label[i])] : []))),
    ),
  ),
];

/** Name that PostgreSQL and URLs accept without quoting. */
export const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** Checks that PostgreSQL and URLs take a name, and that it looks up nothing that every object of JavaScript has. */
export const nameProblems = (name: string): Problems => ({
  name: !PLAIN_NAME.test(name),
  objectName: name in Object.prototype,
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
