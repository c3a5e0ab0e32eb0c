import { Alert, Box, Button, DialogActions, DialogContent } from '@mui/material';
import { type RaRecord, useNotify, useTranslate } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useScreen } from '../parts/ScreenContext';
import { FormRows } from './FormRows';
import { type FormField, startValues } from './formFields';
import { PreviewPanel } from './PreviewPanel';
import { resolverOf, type Values } from './resolverOf';
import { StaleDialog } from './StaleDialog';
import { useChange } from './useChange';
import { useRefusal } from './useRefusal';

interface Props {
  readonly record?: RaRecord;
  readonly rows: readonly FormField[][];
  /** Why it can only be looked at. */
  readonly kept?: string;
  readonly onDirty: (dirty: boolean) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onSaved: (record: RaRecord) => void;
}

/** The inputs of a record and the buttons under them. A failure leaves everything as it was typed. */
export const EntityForm = (props: Props) => {
  const { record, rows, kept, onDirty, onBusy, onCancel, onSaved } = props;
  const { entity, given } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const change = useChange(entity, rows, record, given);
  const { opened, stale, isPending, save, settle, leaveStale } = change;
  // Inputs that keep what was typed in their own way start anew with the values of somebody else.
  const [version, setVersion] = useState(0);
  const shown = useMemo(() => rows.flat().map(({ name }) => name), [rows]);
  const { control, handleSubmit, setError, setValue, reset, formState } = useForm<Values>({
    defaultValues: useMemo(() => startValues(rows, record, given), [rows, record, given]),
    resolver: useMemo(
      () => resolverOf(entity, opened ? 'edit' : 'create', shown, opened),
      [entity, opened, shown],
    ),
  });
  const { failure, refuse, forget } = useRefusal(setError, shown);
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onBusy(isPending), [isPending, onBusy]);

  const attempt = async (run: () => Promise<RaRecord | undefined>) => {
    forget();
    try {
      const saved = await run();
      if (!saved) return;
      notify(opened ? 'screens.form.changed' : 'screens.form.added', { type: 'success' });
      onSaved(saved);
    } catch (error) {
      refuse(error);
    }
  };
  const onSettle = (taken: ReadonlySet<string>) => {
    const next = settle(taken);
    if (!next || !stale) return;
    reset(startValues(rows, stale.theirs));
    for (const [name, value] of Object.entries(next.values)) {
      setValue(name, value, { shouldDirty: true });
    }
    setVersion(version + 1);
    void attempt(next.save);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={handleSubmit((values) => attempt(() => save(values)))}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}>
        {kept && <Alert severity="info">{kept}</Alert>}
        <FormRows
          key={version}
          rows={rows}
          control={control}
          record={opened}
          given={given}
          disabled={kept !== undefined}
          onOther={(name, value) =>
            setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        />
        {entity.preview && !opened && <PreviewPanel rows={rows} control={control} />}
      </DialogContent>
      {failure && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2, whiteSpace: 'pre-line' }}>
          {failure}
        </Alert>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onCancel} disabled={isPending}>
          {translate(kept ? 'screens.close' : 'screens.cancel')}
        </Button>
        {!kept && (
          <Button type="submit" variant="contained" loading={isPending}>
            {translate('screens.save')}
          </Button>
        )}
      </DialogActions>
      {stale && <StaleDialog stale={stale} onLeave={leaveStale} onSettle={onSettle} />}
    </Box>
  );
};
