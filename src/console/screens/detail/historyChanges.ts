import type { Action, AnyEntity, Command, Field, Fields } from '../../../config';
import type { Row } from '../../../fields/views';

/** One value that a call carried, and what it was before where the call told. */
export interface HistoryChange {
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly before?: unknown;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the body of a call meant: an action's arguments, a command's, or fields of the record. */
const meantBy = (entity: AnyEntity, path: string): Fields => {
  const code = path.split('/').at(-1) ?? '';
  const declared: Readonly<Record<string, Action | Command | undefined>> = {
    ...entity.commands,
    ...entity.actions,
  };
  return declared[code]?.args ?? entity.fields;
};

/** What a row of the operation log says was given; values of unknown names are left out. */
export const historyChanges = (entity: AnyEntity, row: Row): HistoryChange[] => {
  const body = isRow(row.request_body) ? row.request_body : {};
  const before = isRow(body.before) ? body.before : undefined;
  const fields = meantBy(entity, String(row.operate_url ?? ''));
  return Object.entries(body).flatMap(([name, value]): HistoryChange[] => {
    const field = Object.hasOwn(fields, name) ? (fields[name] as Field) : undefined;
    if (!field) return [];
    const told = before && Object.hasOwn(before, name) ? { before: before[name] } : {};
    return [{ name, field, value, ...told }];
  });
};
