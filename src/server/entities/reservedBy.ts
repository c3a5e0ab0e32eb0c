import { sql } from 'kysely';
import type { AnyEntity } from '../../config';
import { joinedLabels } from '../../domain/label';
import type { Database, Row } from '../db';
import { type Caller, type CallValues, invalidInput, serverLabel } from '../endpoint';
import { fieldsOf } from './fieldsOf';

/**
 * Who set what only an organisation above may set, `reserved_by`: a record that was lent down, set there and brought
 * back would otherwise have what its organisation never bought. The organisation above all others vouches for
 * everything and is not noted.
 */
export const recordReservedBy = async (
  db: Database,
  { name: entity }: Pick<AnyEntity, 'name'>,
  { ids, fields }: { readonly ids: readonly number[]; readonly fields: readonly string[] },
  { oper: { org_id, hasSuperior } }: Caller,
): Promise<void> => {
  if (ids.length === 0 || fields.length === 0) return;
  if (hasSuperior) {
    await sql`
      insert into reserved_by (entity, row_id, field, org_id)
      select ${entity}, id, field, ${org_id}
      from unnest(${ids}::bigint[]) as id, unnest(${fields}::text[]) as field
      on conflict (entity, row_id, field) do update set org_id = excluded.org_id`.execute(db);
  } else await clearReservedBy(db, { name: entity }, { ids, fields });
};

/** Of records that are gone, or that somebody vouches for. */
export const clearReservedBy = async (
  db: Database,
  { name: entity }: Pick<AnyEntity, 'name'>,
  { ids, fields }: { readonly ids: readonly number[]; readonly fields: readonly string[] },
): Promise<void> => {
  if (ids.length === 0 || fields.length === 0) return;
  await sql`
    delete from reserved_by where entity = ${entity} and row_id = any(${ids}::bigint[])
      and field = any(${fields}::text[])`.execute(db);
};

/** The fields of an entity that only an organisation above the record's own may set. */
export const reservedFieldNames = (entity: AnyEntity): string[] =>
  Object.entries(fieldsOf(entity)).flatMap(([name, { changedBy }]) => (changedBy ? name : []));

/**
 * Whether a record may go to another organisation: what is set of it must have been set by one above that.
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
  const { rows } = await sql<{ field: string }>`
    select field from reserved_by
    where entity = ${entity.name} and row_id = ${id} and field = any(${fields}::text[])
      and (org_id = ${to} or org_id not in (select org_above(${to})))`.execute(db);
  if (rows.length === 0) return;
  const labels = rows.map(
    ({ field }) => fieldsOf(entity)[field]?.label ?? ([field, field] as const),
  );
  throw invalidInput({
    [entity.scope]: serverLabel('setBelow', { fields: joinedLabels(labels, ', ') }),
  });
};
