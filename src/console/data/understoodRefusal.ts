import type { AnyEntity, Wire } from '../../config';
import { ApiError } from '../../protocol';
import { placeMessages } from './places';
import { fieldsOf, recordOf } from './wireRecord';

type Row = Record<string, unknown>;

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/**
 * The refusal of a change in the words of the console's records: messages for a place's columns are for the place,
 * and the row that somebody else has changed meanwhile (`data.current`) is a record.
 */
export const understoodRefusal = (entity: AnyEntity, wire: Wire, error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const data = isObject(error.data) ? { ...error.data } : error.data;
  if (isObject(data) && isObject(data.current)) data.current = recordOf(entity, wire, data.current);
  if (isObject(data) && isObject(data.fields)) {
    data.fields = placeMessages(fieldsOf(entity), data.fields as Record<string, string>);
  }
  return new ApiError(error.message, {
    kind: error.kind,
    code: error.code,
    status: error.status,
    cause: error.cause,
    fields: error.fields && placeMessages(fieldsOf(entity), error.fields),
    data,
  });
};
