import writeExcelFile from 'write-excel-file/node';
import { type AnyEntity, type AnyField, appearsIn, type Fields } from '../../../src/config';

/** Entities of a short walk: a schedule and records. */
export const SHORT_WALK = ['commandSchedule', 'appointmentCommandRecord'];

/** Options of kinds that are typed. */
interface Options {
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly accept?: string;
  readonly columns?: readonly [lat: string, lon: string];
}

export const optionsOf = (field: AnyField): Options => field as unknown as Options;

export const fieldOf = (entity: AnyEntity, name: string): AnyField | undefined =>
  (entity.fields as Fields)[name];

/** Returns the fields of a form, those that depend on others last. */
export const formFields = (entity: AnyEntity, view: 'create' | 'edit'): [string, AnyField][] => {
  const names: readonly string[] = entity.form.flat();
  return names
    .flatMap((name): [string, AnyField][] => {
      const field = fieldOf(entity, name);
      return field && appearsIn(field, view) ? [[name, field]] : [];
    })
    .sort(
      ([, one], [, other]) => Number(one.when !== undefined) - Number(other.when !== undefined),
    );
};

/** Kinds that are filled even if they are not required, because they are easy to type. */
const EASY = [
  'text',
  'number',
  'email',
  'phones',
  'color',
  'date',
  'json',
  'version',
  'duration',
  'decimal',
  'money',
];

/** True if the field is easy to fill. A file that depends on another input counts too. */
const isEasy = ({ kind, when }: AnyField): boolean =>
  EASY.includes(kind) || (kind === 'file' && when !== undefined);

/** Fields that only the entity's own rule requires. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  commandSchedule: ['once_at', 'orgs'],
  alarmConfig: ['device_id', 'receive_type'],
  alarmMute: ['device_id'],
  oper: ['password'],
};

/** Returns the fields that a walk fills: the required ones, and others that are easy to type. */
export const filled = (entity: AnyEntity): [string, AnyField][] =>
  formFields(entity, 'create').filter(([name, field]) =>
    field.required
      ? field.initial === undefined
      : isEasy(field) || (ALSO[entity.name]?.includes(name) ?? false),
  );

/** Returns a text field by which the list can be filtered, to find the new record. */
export const findable = (entity: AnyEntity): string | undefined =>
  (entity.filter as readonly string[]).find((name) => {
    const field = fieldOf(entity, name);
    return field?.kind === 'text' && formFields(entity, 'create').some(([other]) => other === name);
  });

/** Returns a text field that can be changed without breaking a rule. */
export const changeable = (entity: AnyEntity): string | undefined =>
  formFields(entity, 'edit').find(
    ([, field]) =>
      field.kind === 'text' && !field.fixed && !field.unique && !optionsOf(field).pattern,
  )?.[0];

/** Text that a person could type into a field; it differs for each `n`. */
export type Sample = (field: AnyField, n: number) => string;

/** Sample texts. The first that fits the pattern is used. */
const candidates = (n: number): string[] => [
  `Walk ${n}`,
  `walk${n}`,
  `1380013${String(n).padStart(4, '0')}`,
  `100${String(n).padStart(4, '0')}`,
  `8986${String(n).padStart(15, '0')}`,
  `/walk/${n}`,
  `https://walk.example.com/${n}`,
  `ftp://walk.example.com/${n}.bin`,
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

/** Samples by kind. Kinds that are chosen instead of typed are left out. */
export const samples: Readonly<Record<string, Sample>> = {
  text,
  number,
  battery: () => '80',
  color: () => '#1890ff',
  date: () => '2026-01-31',
  // In two days at noon, by UTC. Every rule for times to come allows it, and it is to come in every zone.
  datetime: () => `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T12:00:00`,
  decimal: number,
  duration: () => '90',
  email: (_, n) => `walk${n}@example.com`,
  geometry: () => '{"type":"Point","coordinates":[114.1,22.5]}',
  json: (_, n) => `{"walk": ${n}}`,
  money: number,
  phones: () => '13800138000',
  radius: () => '500',
  version: (_, n) => `V1.${n}`,
};

/** Position in a spreadsheet cell; a form has two inputs for it. */
const PLACE = '22.5, 114.1';

export const textOf = (entity: AnyEntity, name: string, n: number): string => {
  const field = fieldOf(entity, name);
  if (field?.kind === 'lngLat') return PLACE;
  return field && samples[field.kind] ? String(samples[field.kind]?.(field, n)) : '';
};

/** Creates a file that a field accepts. */
export const sampleFile = async (field: AnyField, n: number) => {
  const extension = optionsOf(field).accept?.split(',')[0] ?? '.png';
  const buffer =
    extension === '.xlsx'
      ? await writeExcelFile([[{ value: 'SN' }], [{ value: `WALK-${n}` }]]).toBuffer()
      : Buffer.from(`a file for walk ${n} ${Date.now()}`);
  return { name: `walk${extension}`, mimeType: 'application/octet-stream', buffer };
};

/** Required titles of referenced records: a role may belong to another organisation. */
export const FITTING: Readonly<Record<string, string>> = { role: 'Shift staff' };

/** Records that are created with a new one and deleted before it: an organisation has its first administrator. */
export const COMES_WITH: Readonly<Record<string, { entity: string; their: string }>> = {
  org: { entity: 'oper', their: 'org_id' },
};

/** Returns a lock for each walk, because some entities allow one row per lock. */
export const lockOf = (n: number): string => `SD26000${60 + (n % 29)}`;

/** Titles of demo records. */
const REFERENCES: Readonly<Record<string, (n: number) => string>> = {
  org: () => 'Harbour Logistics',
  device: lockOf,
  dict: () => 'Device category / 设备类别',
};

/** Returns the row below an import template's head: the values of the form, references by title. */
export const importCells = (entity: AnyEntity, head: readonly unknown[], n: number): string[] => {
  const byLabel = new Map(
    (Object.entries(entity.fields) as [string, AnyField][])
      .filter(([, field]) => appearsIn(field, 'import'))
      .map(([name, field]) => [field.label[0], { name, field }]),
  );
  return head.map((title) => {
    const label = String(title).replace(/\s*\*$/, '');
    // A column of times names the zone.
    const column = byLabel.get(label) ?? byLabel.get(label.replace(/ \([^)]*\)$/, ''));
    if (!column) return '';
    const { name, field } = column;
    const isAsked = field.required || ALSO[entity.name]?.includes(name);
    if (field.kind === 'choice') return isAsked ? String(field.of[0][1]) : '';
    if (field.kind === 'ref' || field.kind === 'refTree') {
      return isAsked ? (REFERENCES[String(field.of)]?.(n) ?? '') : '';
    }
    return field.required || field.kind === 'text' ? textOf(entity, name, n) : '';
  });
};
