import type { AnyEntity } from '../../../config';
import { fieldsIn } from '../parts/fieldsOf';

/** Those of the columns in view that a file can have; undefined, which is all there are, when none of them can. */
export const exportable = (
  entity: AnyEntity,
  columns: readonly string[],
): readonly string[] | undefined => {
  const known = new Set(fieldsIn(entity, 'export').map(([name]) => name));
  const shown = columns.filter((name) => known.has(name));
  return shown.length > 0 ? shown : undefined;
};
