import {
  type AnyEntity,
  type AnyField,
  appearsIn,
  type Field,
  type Fields,
  type Row,
} from '../config';
import { type Label, labelWith } from '../domain/label';
import { ownValue } from '../domain/ownValue';
import { schemaOf } from './schemas';

/** Returns the entity of a field's lines; undefined if the field has none. */
export const lineEntity = (field: AnyField | undefined): AnyEntity | undefined =>
  field?.kind === 'lines' && typeof field.of === 'object' ? field.of : undefined;

/** Returns the fields of an entity that have lines, with the entities of the lines. */
export const linesOf = ({ fields }: Pick<AnyEntity, 'fields'>): [string, AnyEntity][] =>
  Object.entries(fields as Fields).flatMap(([name, field]) => {
    const part = lineEntity(field);
    return part ? [[name, part]] : [];
  });

/** Returns the fields of a line that its form has. A line has one form, whether it is new or not. */
export const lineInputs = ({ fields }: AnyEntity): [string, AnyField][] =>
  Object.entries(fields as Fields).filter(([, field]) => appearsIn(field, 'create'));

const isLine = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the lines of a value; none if it has no such shape. */
export const linesIn = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter(isLine) : [];

/** Returns lines as they are compared: their ids and the values that can be edited, in one order. */
const plainLines = (part: AnyEntity, value: unknown): Row[] =>
  linesIn(value).map((line) => ({
    id: line.id ?? null,
    ...Object.fromEntries(lineInputs(part).map(([name]) => [name, line[name] ?? null])),
  }));

/** Returns the value by which two values of a field are compared. */
export const comparedValue = (field: AnyField | undefined, value: unknown): unknown => {
  const part = lineEntity(field);
  return part ? plainLines(part, value) : value;
};

/** Parses the values of lines from the wire. One that is unreadable becomes null. */
export const linesFromWire = (part: AnyEntity, value: unknown): Row[] =>
  linesIn(value).map((line) => ({
    ...line,
    ...Object.fromEntries(
      Object.entries(part.fields as Fields).flatMap(([name, field]) => {
        const { fromWire } = schemaOf(field);
        return fromWire && name in line
          ? [[name, fromWire(line[name], field as Field) ?? null]]
          : [];
      }),
    ),
  }));

/** Name of a value of a line in an error, as `seals.1.last_no`. Lines count from 0. */
export const linePath = (lines: string, index: number, name?: string): string =>
  [lines, index, ...(name === undefined ? [] : [name])].join('.');

/** Field of an error by its name or path. @param index of the line, counted from 0 */
export const fieldAt = (
  fields: Fields,
  path: string,
): { readonly field?: AnyField; readonly inner?: AnyField; readonly index?: number } => {
  const [name = '', index, inner = ''] = path.split('.');
  const field = ownValue(fields, name);
  const part = lineEntity(field);
  if (!part || index === undefined) return { field: ownValue(fields, path) };
  return { field, inner: ownValue(part.fields as Fields, inner), index: Number(index) };
};

/** Label of the field of an error, as "Seals, line 2: Last". */
export const pathLabel = (fields: Fields, path: string): Label | undefined => {
  const { field, inner, index } = fieldAt(fields, path);
  if (!field || index === undefined) return field?.label;
  const [en, zh] = field.label;
  const line: Label = [`${en}, line ${index + 1}`, `${zh}第 ${index + 1} 行`];
  return inner ? labelWith(line, inner.label) : line;
};
