import RemoveIcon from '@mui/icons-material/Close';
import { Box, Button, DialogActions, DialogContent, IconButton, Typography } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormField } from '../../../../fields/controls/FormField';
import { isNothing } from '../../../../fields/controls/Nothing';
import { useText } from '../../../../fields/controls/useText';
import { resolverOf, type Values } from '../../form/resolverOf';
import { LeftRecords } from '../../parts/LeftRecords';
import { useScreen } from '../../parts/ScreenContext';
import { editableMany, sharedValue } from './editableMany';
import { FieldPicker } from './FieldPicker';

interface Props {
  readonly records: readonly RaRecord[];
  /** Those that cannot be changed. */
  readonly left: readonly RaRecord[];
  readonly onCancel: () => void;
  readonly onRun: (values: Values) => void;
}

/** Picks fields and asks for their new values, by the same rules as the form of one record. */
export const EditManyForm = ({ records, left, onCancel, onRun }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const fields = useMemo(() => editableMany(entity), [entity]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const { control, handleSubmit } = useForm<Values>({
    defaultValues: Object.fromEntries(
      fields.map((each) => [each.name, sharedValue(records, each)]),
    ),
    resolver: useMemo(() => resolverOf(entity, 'edit', picked), [entity, picked]),
  });
  const values = useWatch({ control });
  const submit = handleSubmit((given) =>
    onRun(Object.fromEntries(picked.map((name) => [name, given[name] ?? null]))),
  );
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}>
        <Typography color="textSecondary">{translate('screens.editMany.text')}</Typography>
        <LeftRecords verb="update" records={left} />
        {fields
          .filter(({ name }) => picked.includes(name))
          .map(({ name, field }) => {
            const leave = translate('screens.editMany.leave', { field: text(field.label) });
            return (
              <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <FormField
                    name={name}
                    field={field}
                    control={control}
                    values={values}
                    autoFocus={name === picked.at(-1)}
                  />
                  {isNothing(values[name]) && (
                    <Typography variant="caption" color="textSecondary" sx={{ ml: 0.25 }}>
                      {translate('screens.editMany.emptied')}
                    </Typography>
                  )}
                </Box>
                <IconButton
                  size="small"
                  aria-label={leave}
                  title={leave}
                  onClick={() => setPicked(picked.filter((each) => each !== name))}
                  sx={{ mt: 0.25 }}
                >
                  <RemoveIcon fontSize="small" />
                </IconButton>
              </Box>
            );
          })}
        <FieldPicker
          fields={fields.filter(({ name }) => !picked.includes(name))}
          onPick={(name) => setPicked([...picked, name])}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onCancel}>
          {translate('screens.cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={picked.length === 0 || records.length === 0}
        >
          {translate('screens.editMany.run', { smart_count: records.length })}
        </Button>
      </DialogActions>
    </Box>
  );
};
