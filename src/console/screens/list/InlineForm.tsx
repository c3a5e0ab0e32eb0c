import { Alert, Button, Stack } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useForm } from 'react-hook-form';
import type { Field } from '../../../config';
import { FormInput } from '../form/FormInput';
import { resolverOf, type Values } from '../form/resolverOf';
import { useRefusal } from '../form/useRefusal';
import { useSave } from '../form/useSave';
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
  const { mutateAsync, isPending } = useSave(entity);
  const { control, handleSubmit, setError } = useForm<Values>({
    defaultValues: { [name]: record[name] ?? null },
    resolver: resolverOf(entity, 'edit', [name]),
  });
  const { failure, refuse, forget } = useRefusal(setError, [name]);
  const submit = handleSubmit(async (values) => {
    forget();
    try {
      await mutateAsync({ record, values: { [name]: values[name] } });
      onDone();
    } catch (error) {
      refuse(error);
    }
  });
  return (
    <Stack component="form" noValidate onSubmit={submit} spacing={1}>
      <FormInput name={name} field={field} control={control} record={record} autoFocus />
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
    </Stack>
  );
};
