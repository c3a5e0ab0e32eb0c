import type { AnyEntity } from '../../config';
import { joinedLabels } from '../../domain/label';
import { type Caller, type CallValues, invalidInput, serverLabel } from '../calls/endpoint';
import { anyOf, type Database, idsFrom, type Row } from '../db';
import { fieldsOf } from './fieldsOf';

/**
 * Records in `reserved_by` which organisation set the fields that only an organisation above may set. Without it a
 * record could be moved down, set there and moved back with values that its organisation never bought. Values set by
 * the root organisation are valid everywhere, so they are not recorded.
 */
export const recordReservedBy = async (
  db: Database,
  { name: entity }: Pick<AnyEntity, 'name'>,
  { ids, fields }: { readonly ids: readonly number[]; readonly fields: readonly string[] },
  { oper: { org_id, hasSuperior } }: Caller,
): Promise<void> => {
  if (ids.length === 0 || fields.length === 0) return;
  if (hasSuperior) {
    await db
      .insertInto('reserved_by')
      .values(ids.flatMap((row_id) => fields.map((field) => ({ entity, row_id, field, org_id }))))
      .onConflict((conflict) =>
        conflict
          .columns(['entity', 'row_id', 'field'])
          .doUpdateSet((eb) => ({ org_id: eb.ref('excluded.org_id') })),
      )
      .execute();
  } else await clearReservedBy(db, { name: entity }, { ids, fields });
};

/** Deletes the entries of deleted records and of fields that the root organisation has set. */
export const clearReservedBy = async (
  db: Database,
  { name: entity }: Pick<AnyEntity, 'name'>,
  { ids, fields }: { readonly ids: readonly number[]; readonly fields: readonly string[] },
): Promise<void> => {
  if (ids.length === 0 || fields.length === 0) return;
  await db
    .deleteFrom('reserved_by')
    .where('entity', '=', entity)
    .where('row_id', '=', anyOf(ids))
    .where('field', '=', anyOf(fields))
    .execute();
};

/** Names of the fields that only an organisation above the record's own may set. */
export const reservedFieldNames = (entity: AnyEntity): string[] =>
  Object.entries(fieldsOf(entity)).flatMap(([name, { changedBy }]) => (changedBy ? name : []));

/**
 * Checks that a record may move to another organisation: its reserved fields must have been set by an organisation
 * above the new one.
 * @throws CallError `invalid` on the field of the organisation
 */
export const checkTransfer = async (
  db: Database,
  entity: AnyEntity,
  { current, values }: { readonly current?: CallValues; readonly values: Row },
  { oper: { hasSuperior } }: Caller,
): Promise<void> => {
  const fields = reservedFieldNames(entity);
  const goes = entity.scope in values && values[entity.scope] !== current?.[entity.scope];
  if (!current || !goes || fields.length === 0) return;
  const id = Number(current.id);
  if (!hasSuperior) return clearReservedBy(db, entity, { ids: [id], fields });
  const to = Number(values[entity.scope]);
  const rows = await db
    .selectFrom('reserved_by')
    .select('field')
    .where('entity', '=', entity.name)
    .where('row_id', '=', id)
    .where('field', '=', anyOf(fields))
    .where((eb) => eb.or([eb('org_id', '=', to), eb('org_id', 'not in', idsFrom('org_above', to))]))
    .execute();
  if (rows.length === 0) return;
  const labels = rows.map(
    ({ field }) => fieldsOf(entity)[field]?.label ?? ([field, field] as const),
  );
  throw invalidInput({
    [entity.scope]: serverLabel('setBelow', { fields: joinedLabels(labels, ', ') }),
  });
};
