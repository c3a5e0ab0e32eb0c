import type { AnyEntity } from '../../config';
import type { Row } from '../db';
import type { EntityRules, ReadContext } from './EntityRules';

/**
 * Fills in the virtual fields that the entity's rules compute.
 * @param isRead true for a field that is read; all are by default
 */
export const withVirtualFields = async (
  { name: entity }: Pick<AnyEntity, 'name'>,
  { virtualFields = {} }: Pick<EntityRules, 'virtualFields'>,
  rows: readonly Row[],
  context: ReadContext,
  isRead: (name: string) => boolean = () => true,
): Promise<readonly Row[]> => {
  if (rows.length === 0) return rows;
  let filled = rows;
  for (const [name, valuesFor] of Object.entries(virtualFields).filter(([each]) => isRead(each))) {
    const values = await valuesFor(rows, context);
    if (values.length !== rows.length) {
      throw new Error(
        `virtualFields.${name} of ${entity} returned ${values.length} values for ${rows.length} rows`,
      );
    }
    filled = filled.map((row, i) => ({ ...row, [name]: values[i] ?? null }));
  }
  return filled;
};
