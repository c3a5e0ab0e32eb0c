import { type RaRecord, useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { useScreen } from '../parts/ScreenContext';
import { useRecord } from '../parts/useRecord';
import { FormDialog } from './FormDialog';

/**
 * The form of a record that its list has, or that has to be asked for because a link led straight here. Once open it
 * stays open, even if the list is renewed without the record.
 */
export const EditDialog = ({ id, rows }: { id: string | number; rows: readonly RaRecord[] }) => {
  const { entity, url } = useScreen();
  const notify = useNotify();
  const row = rows.find((each) => each.id === id);
  const [held, setHeld] = useState(row);
  const { record, query } = useRecord(entity, held ? undefined : id, rows);
  if (!held && record) setHeld(record);
  const reason = held ? undefined : query.error?.message;
  useEffect(() => {
    if (!reason) return;
    notify(reason, { type: 'error' });
    url.closeForm();
  }, [reason, notify, url]);
  return held ? <FormDialog record={held} /> : null;
};
