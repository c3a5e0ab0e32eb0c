import { Alert, Box, Button, DialogActions, DialogContent } from '@mui/material';
import { type RaRecord, useNotify, useTranslate } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useScreen } from '../parts/ScreenContext';
import { FormRows } from './FormRows';
import { changedValues, type FormField, givenValues, startValues } from './formFields';
import { resolverOf, type Values } from './resolverOf';
import { useRefusal } from './useRefusal';
import { useSave } from './useSave';

interface Props {
  readonly record?: RaRecord;
  readonly rows: readonly FormField[][];
  readonly onDirty: (dirty: boolean) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** The inputs of a record and the buttons under them. A failure leaves everything as it was typed. */
export const EntityForm = ({ record: given, rows, onDirty, onBusy, onCancel, onSaved }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  // Live changes reach the record while somebody types; the form stays with what it was opened with.
  const [record] = useState(given);
  const [start] = useState(() => startValues(rows, record));
  const shown = useMemo(() => rows.flat().map(({ name }) => name), [rows]);
  const { mutateAsync, isPending } = useSave(entity);
  const { control, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: start,
    resolver: useMemo(
      () => resolverOf(entity, record ? 'edit' : 'create', shown),
      [entity, record, shown],
    ),
  });
  const { failure, refuse, forget } = useRefusal(setError, shown);
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onBusy(isPending), [isPending, onBusy]);

  const submit = handleSubmit(async (values) => {
    forget();
    const changes = record ? changedValues(rows, values, start) : givenValues(rows, values);
    if (record && Object.keys(changes).length === 0) return onSaved();
    try {
      await mutateAsync({ record, values: changes });
    } catch (error) {
      return refuse(error);
    }
    notify(record ? 'screens.form.changed' : 'screens.form.added', { type: 'success' });
    onSaved();
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}>
        <FormRows rows={rows} control={control} record={record} />
      </DialogContent>
      {failure && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2, whiteSpace: 'pre-line' }}>
          {failure}
        </Alert>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onCancel} disabled={isPending}>
          {translate('screens.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={isPending}>
          {translate('screens.save')}
        </Button>
      </DialogActions>
    </Box>
  );
};
