import { Alert, Button, Stack } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Field } from '../../../config';
import { FormField } from '../../../fields/controls/FormField';
import { resolverOf, type Values } from '../form/resolverOf';
import { StaleDialog } from '../form/StaleDialog';
import { useChange } from '../form/useChange';
import { useRefusal } from '../form/useRefusal';
import { useScreen } from '../parts/ScreenContext';

interface Props {
  readonly name: string;
  readonly field: Field;
  readonly record: RaRecord;
  readonly onDone: () => void;
}

/** The form of one value, judged by the same rules as the whole record's. */
export const InlineForm = ({ name, field, record, onDone }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const [rows] = useState([[{ name, field }]]);
  const { opened, stale, isPending, save, settle, leaveStale } = useChange(entity, rows, record);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: { [name]: record[name] ?? null },
    resolver: resolverOf(entity, 'edit', [name], opened),
  });
  const { failure, refuse, forget } = useRefusal(setError, [name]);
  const attempt = async (run: () => Promise<RaRecord | undefined>) => {
    forget();
    try {
      if (await run()) onDone();
    } catch (error) {
      refuse(error);
    }
  };
  const onSettle = (taken: ReadonlySet<string>) => {
    const next = settle(taken);
    if (next) void attempt(next.save);
  };
  return (
    <Stack
      component="form"
      noValidate
      onSubmit={handleSubmit((values) => attempt(() => save(values)))}
      spacing={1}
    >
      <FormField name={name} field={field} control={control} record={record} autoFocus />
      {failure && (
        <Alert severity="error" role="alert">
          {failure}
        </Alert>
      )}
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button size="small" color="inherit" onClick={onDone} disabled={isPending}>
          {translate('screens.cancel')}
        </Button>
        <Button size="small" type="submit" variant="contained" loading={isPending}>
          {translate('screens.save')}
        </Button>
      </Stack>
      {stale && <StaleDialog stale={stale} onLeave={leaveStale} onSettle={onSettle} />}
    </Stack>
  );
};
