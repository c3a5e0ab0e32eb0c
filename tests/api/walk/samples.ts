import writeExcelFile from 'write-excel-file/node';
import { type AnyEntity, type AnyField, appearsIn, type Fields } from '../../../src/config';

/** Entities of a short walk: a table, a tree, work that is watched, rows derived from others, a record. */
export const SHORT_WALK = [
  'deviceType',
  'org',
  'commandSchedule',
  'alarmReceiver',
  'appointmentCommandRecord',
];

/** What the kinds that are typed understand. */
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

/** The fields that a form asks for, those that depend on others last. */
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

/** Kinds that are filled even where nothing asks for them: they are easily typed. */
const EASY = ['text', 'number', 'email', 'phones', 'color', 'date', 'json', 'version', 'duration'];

/** A file that depends on another input is what that input asks for. */
const isEasy = ({ kind, when }: AnyField): boolean =>
  EASY.includes(kind) || (kind === 'file' && when !== undefined);

/** Filled where nothing but the entity's own rule asks for it. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  commandSchedule: ['once_at', 'orgs'],
  alarmConfig: ['device_id'],
};

/** What a walk fills of a form: whatever is required, and of the rest what is typed. */
export const filled = (entity: AnyEntity): [string, AnyField][] =>
  formFields(entity, 'create').filter(([name, field]) =>
    field.required
      ? field.initial === undefined
      : isEasy(field) || (ALSO[entity.name]?.includes(name) ?? false),
  );

/** The list's filter of a text that the form wrote, by which the new record is found again. */
export const findable = (entity: AnyEntity): string | undefined =>
  (entity.filter as readonly string[]).find((name) => {
    const field = fieldOf(entity, name);
    return field?.kind === 'text' && formFields(entity, 'create').some(([other]) => other === name);
  });

/** A text that can be changed without breaking a rule. */
export const changeable = (entity: AnyEntity): string | undefined =>
  formFields(entity, 'edit').find(
    ([, field]) =>
      field.kind === 'text' && !field.fixed && !field.unique && !optionsOf(field).pattern,
  )?.[0];

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

/** How a spreadsheet writes what a form has more than one input for. */
const PLACE = '22.5, 114.1';

export const textOf = (entity: AnyEntity, name: string, n: number): string => {
  const field = fieldOf(entity, name);
  if (field?.kind === 'lngLat') return PLACE;
  return field && samples[field.kind] ? String(samples[field.kind]?.(field, n)) : '';
};

/** A file that a field takes. */
export const sampleFile = async (field: AnyField, n: number) => {
  const extension = optionsOf(field).accept?.split(',')[0] ?? '.png';
  const buffer =
    extension === '.xlsx'
      ? await writeExcelFile([[{ value: 'SN' }], [{ value: `WALK-${n}` }]]).toBuffer()
      : Buffer.from(`a file for walk ${n} ${Date.now()}`);
  return { name: `walk${extension}`, mimeType: 'application/octet-stream', buffer };
};

/** Where not every record will do, one that the demo has: a role may belong to another organisation. */
export const FITTING: Readonly<Record<string, string>> = { role: 'Shift staff' };

/** What a new record comes with, and what has to go before it: an organisation has its first administrator. */
export const COMES_WITH: Readonly<Record<string, { entity: string; their: string }>> = {
  org: { entity: 'oper', their: 'org_id' },
};

/** A lock has one row of some entities: each walk takes a lock of its own. */
export const lockOf = (n: number): string => `SD26000${60 + (n % 29)}`;

/** Titles of records that the demo has. */
const REFERENCES: Readonly<Record<string, (n: number) => string>> = {
  org: () => 'Harbour Logistics 港湾物流',
  device: lockOf,
  dict: () => 'Device category / 设备类别',
};

/** A row under the head of an import's template: what the form would be given, references by their title in the list. */
export const importCells = (entity: AnyEntity, head: readonly unknown[], n: number): string[] => {
  const byLabel = new Map(
    (Object.entries(entity.fields) as [string, AnyField][])
      .filter(([, field]) => appearsIn(field, 'import'))
      .map(([name, field]) => [field.label[0], { name, field }]),
  );
  return head.map((title) => {
    const column = byLabel.get(String(title).replace(/\s*\*$/, ''));
    if (!column) return '';
    const { name, field } = column;
    if (field.kind === 'choice') return field.required ? String(field.of[0][1]) : '';
    if (field.kind === 'ref' || field.kind === 'refTree') {
      const isAsked = field.required || ALSO[entity.name]?.includes(name);
      return isAsked ? (REFERENCES[String(field.of)]?.(n) ?? '') : '';
    }
    return field.required || field.kind === 'text' ? textOf(entity, name, n) : '';
  });
};
