import { type RaRecord, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import type { AnyEntity, Field } from '../../../config';
import { fieldsIn } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useRecord } from '../parts/useRecord';
import { FormDialog } from './FormDialog';

const NONE: readonly RaRecord[] = [];

/** Whether a list's rows lack something that the form asks for: the server gives it with the one record only. */
const needsWhole = (entity: AnyEntity) =>
  fieldsIn(entity, 'edit').some(
    ([, field]) =>
      field.virtual && !(field as Field<'lngLat'>).columns && field.kind !== 'password',
  );

/**
 * The form of a record that its list has, or that has to be asked for because a link led straight here. Once open it
 * stays open, even if the list is renewed without the record.
 */
export const EditDialog = ({ id, rows }: { id: string | number; rows: readonly RaRecord[] }) => {
  const { entity, url } = useScreen();
  const notify = useNotify();
  const known = needsWhole(entity) ? NONE : rows;
  const row = known.find((each) => String(each.id) === String(id));
  const [held, setHeld] = useState(row);
  const { record, query } = useRecord(entity, held ? undefined : id, known);
  if (!held && record && !query.isFetching) setHeld(record);
  const reason = held ? undefined : query.error?.message;
  useEffect(() => {
    if (!reason) return;
    notify(reason, { type: 'error' });
    url.closeForm();
  }, [reason, notify, url]);
  return held ? <FormDialog record={held} /> : null;
};
