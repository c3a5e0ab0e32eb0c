import type { AnyEntity } from '../../../config';

/** The column by which an entity's rows belong to organisations; undefined for what all tenants share. */
export const scopeColumn = (entity: AnyEntity): string | undefined =>
  entity.scope === 'shared' ? undefined : String(entity.scope);

/** Whether the table needs a column for it that no field declares. */
export const hasHiddenScope = (entity: AnyEntity): boolean => {
  const column = scopeColumn(entity);
  return column !== undefined && column !== 'id' && !(column in entity.fields);
};

/** The entity that is the tree of organisations. */
export const organisation = (entities: readonly AnyEntity[]): AnyEntity | undefined =>
  entities.find(({ scope }) => scope === 'id');

/** The column of a record's time where its table is partitioned: records that change are not. */
export const partitionColumn = ({ record }: AnyEntity): string | undefined =>
  record && !record.updated ? String(record.time) : undefined;
