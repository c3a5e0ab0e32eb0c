import type { RaRecord } from 'ra-core';
import { type AnyEntity, type Fields, takesPart, type View, type Wire } from '../../config';
import { schemaOf } from '../../fields';
import { withPlaces } from './places';

type Row = Readonly<Record<string, unknown>>;

/** The declared fields of an entity of any kind. */
export const fieldsOf = (entity: AnyEntity): Fields => entity.fields;

/** The name under which the server keeps a record's key. */
export const keyNameOf = (entity: AnyEntity, wire: Wire): string =>
  entity.key === 'id' ? wire.id : entity.key;

/** A row of the server as a record: an `id` as react-admin insists on, and every declared field's value understood. */
export const recordOf = (entity: AnyEntity, wire: Wire, row: Row): RaRecord => {
  const record: RaRecord = {
    ...withPlaces(fieldsOf(entity), row),
    id: row[keyNameOf(entity, wire)] as RaRecord['id'],
  };
  for (const [name, field] of Object.entries(fieldsOf(entity))) {
    const understand = schemaOf(field).fromWire;
    if (understand && name in record) record[name] = understand(record[name]);
  }
  return record;
};

/** Fields of a record that a call may carry; a password left empty means that it stays. */
export const writable = (entity: AnyEntity, view: View, record: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fieldsOf(entity))
      .filter(([name, field]) => {
        const value = record[name];
        if (value === undefined || !takesPart(field, view)) return false;
        return field.kind !== 'password' || (value !== null && value !== '');
      })
      .map(([name]) => [name, record[name]]),
  );

/** A record as it may be kept in the browser's memory. */
export const withoutSecrets = (entity: AnyEntity, record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => fieldsOf(entity)[name]?.kind !== 'password'),
  );

/** What an edit changed, without what can never be changed. */
export const changed = (
  entity: AnyEntity,
  record: Row,
  previous: Row = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(writable(entity, 'edit', record)).filter(
      ([name, value]) => !fieldsOf(entity)[name]?.fixed && !same(value, previous[name]),
    ),
  );

/** What changed fields were before; secrets are nobody's to compare. */
export const valuesBefore = (entity: AnyEntity, changes: Row, previous: Row): Row =>
  Object.fromEntries(
    Object.keys(changes)
      .filter((name) => fieldsOf(entity)[name]?.kind !== 'password')
      .map((name) => [name, previous[name] ?? null]),
  );

/** Equal as the wire sees it; an empty input and a missing value are both nothing. */
const same = (a: unknown, b: unknown): boolean => text(a) === text(b);
const text = (value: unknown) =>
  value === undefined || value === null || value === '' ? '' : JSON.stringify(value);
