import type { AnyEntity, AnyField, Wire } from '../../../config';
import { invalid, text, type Values } from '../../calls';
import type { Selection } from '../../store';
import { fieldsIn } from '../fieldsOf';
import { selectionOf } from '../listQuery';

/** What of an entity is written, and which rows. */
export interface ExportPlan {
  readonly entity: AnyEntity;
  readonly columns: readonly (readonly [string, AnyField])[];
  readonly selection: Selection;
}

const columnsOf = (entity: AnyEntity, wanted: unknown): ExportPlan['columns'] => {
  const all = fieldsIn(entity, 'export');
  if (wanted === undefined || wanted === null) return all;
  const names: readonly unknown[] = Array.isArray(wanted) ? wanted : [];
  const columns = names.map((name) => all.find(([candidate]) => candidate === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length !== columns.length || known.length === 0) {
    throw invalid({ columns: text('noColumn') });
  }
  return known;
};

/**
 * Understands the body of an export.
 * @throws CallError `invalid`
 */
export const exportPlan = (entity: AnyEntity, wire: Wire, body: Values): ExportPlan => {
  const { columns, job: _, ...filters } = body;
  return {
    entity,
    columns: columnsOf(entity, columns),
    selection: selectionOf(entity, wire, filters),
  };
};
