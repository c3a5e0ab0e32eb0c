import type { AnyField } from '../../../src/config';

/** What the kinds that are typed understand. */
interface Options {
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly accept?: string;
}

export const optionsOf = (field: AnyField): Options => field as unknown as Options;

/** What a person could type into a field; `n` makes it another one each time. */
export type Sample = (field: AnyField, n: number) => string;

/** The first of these that a pattern takes is typed. */
const candidates = (n: number): string[] => [
  `Walk ${n}`,
  `walk${n}`,
  `1380013${String(n).padStart(4, '0')}`,
  `100${String(n).padStart(4, '0')}`,
  `8986${String(n).padStart(15, '0')}`,
  `/walk/${n}`,
];

const text: Sample = (field, n) => {
  const { pattern, max = 60 } = optionsOf(field);
  const fits = candidates(n).find(
    (candidate) => candidate.length <= max && (!pattern || pattern.test(candidate)),
  );
  if (fits !== undefined) return fits;
  throw new Error(`No sample fits ${field.label[0]}`);
};

const number: Sample = (field, n) => {
  const { min = 0, max = 1_000_000 } = optionsOf(field);
  return String(Math.min(max, min + (n % 10)));
};

/** By kind; those that are chosen instead of typed are not here. */
export const samples: Readonly<Record<string, Sample>> = {
  text,
  number,
  battery: () => '80',
  color: () => '#1890ff',
  date: () => '2027-01-31',
  datetime: () => '2027-01-31T12:00:00',
  duration: () => '90',
  email: (_, n) => `walk${n}@example.com`,
  geometry: () => '{"type":"Point","coordinates":[114.1,22.5]}',
  json: (_, n) => `{"walk": ${n}}`,
  phones: () => '13800138000',
  radius: () => '500',
  version: (_, n) => `V1.${n}`,
};
