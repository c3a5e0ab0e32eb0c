import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Close';
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  IconButton,
  ListItemText,
  Typography,
} from '@mui/material';
import { useMemo, useRef, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import {
  type AnyEntity,
  appearsIn,
  type Field,
  isBlank,
  type Refused,
  type Row,
  splitAllowed,
} from '../../../../config';
import { inSentence } from '../../../../domain/label';
import { emptyValue, isSecret } from '../../../../fields';
import { useText } from '../../../../fields/views/reader';
import { useWhyNot } from '../../../app';
import { type NamedField, namedFields } from '../../../app/record';
import { Menu, MenuItem, usePopup } from '../../../look/menus';
import { RecordInput } from '../../form/RecordForm';
import { resolverOf, type Values } from '../../form/values';
import { RefusedRecords } from '../../refused';
import { useScreen } from '../../screen';

interface Props {
  readonly records: readonly RaRecord[];
  /** Locked records, which are left out. */
  readonly refused: readonly Refused<RaRecord>[];
  readonly onCancel: () => void;
  /** Called with the records whose chosen fields the operator may set. */
  readonly onRun: (records: readonly RaRecord[], values: Values) => void;
}

/** Form that sets the chosen fields of many records. It validates them like the form of one record. */
export const BulkEditForm = ({ records, refused, onCancel, onRun }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const whyNot = useWhyNot(entity);
  const fields = useMemo(() => bulkEditableFields(entity), [entity]);
  const [selectedNames, setSelectedNames] = useState<readonly string[]>([]);
  const form = useForm<Values>({
    defaultValues: Object.fromEntries(
      fields.map((each) => [each.name, sharedValue(records, each)]),
    ),
    resolver: useMemo(() => resolverOf(entity, 'edit', selectedNames), [entity, selectedNames]),
  });
  const values = useWatch({ control: form.control });
  const pick = (from: Values): Values =>
    Object.fromEntries(selectedNames.map((name) => [name, from[name] ?? null]));
  const splitBy = (changes: Values) =>
    splitAllowed(records, (record) =>
      selectedNames
        .map((field) => whyNot.reason({ field, values: changes }, record))
        .find((reason) => reason !== undefined),
    );
  const split = splitBy(pick(values));
  const submit = form.handleSubmit((formValues) => {
    const changes = pick(formValues);
    onRun(splitBy(changes).allowed, changes);
  });
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogContent
          dividers
          sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}
        >
          <Typography color="textSecondary">{translate('entity.editMany.text')}</Typography>
          <RefusedRecords attempt={{ verb: 'update' }} refused={[...refused, ...split.refused]} />
          {fields
            .filter(({ name }) => selectedNames.includes(name))
            .map(({ name, field }) => {
              const leave = translate('entity.editMany.leave', {
                field: inSentence(text(field.label)),
              });
              return (
                <Box key={name} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <RecordInput
                      name={name}
                      field={field}
                      values={values}
                      autoFocus={name === selectedNames.at(-1)}
                    />
                    {isBlank(values[name]) && (
                      <Typography variant="caption" color="textSecondary" sx={{ ml: 0.25 }}>
                        {translate('entity.editMany.emptied')}
                      </Typography>
                    )}
                  </Box>
                  <IconButton
                    size="small"
                    aria-label={leave}
                    title={leave}
                    onClick={() => setSelectedNames(selectedNames.filter((each) => each !== name))}
                    sx={{ mt: 0.25 }}
                  >
                    <RemoveIcon fontSize="small" />
                  </IconButton>
                </Box>
              );
            })}
          <FieldPicker
            fields={fields.filter(({ name }) => !selectedNames.includes(name))}
            reserved={({ name }) => {
              const reasons = records.map((each) => whyNot.text({ field: name, values: {} }, each));
              return reasons.includes(undefined) ? undefined : reasons[0];
            }}
            onPick={(name) => setSelectedNames([...selectedNames, name])}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onCancel}>
            {translate('ra.action.cancel')}
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={selectedNames.length === 0 || split.allowed.length === 0}
          >
            {translate('entity.editMany.run', { smart_count: split.allowed.length })}
          </Button>
        </DialogActions>
      </Box>
    </FormProvider>
  );
};

interface FieldPickerProps {
  readonly fields: readonly NamedField[];
  /** Returns why the operator may set the field on none of the records. */
  readonly reserved: (field: NamedField) => string | undefined;
  readonly onPick: (name: string) => void;
}

/** Menu to add a field to the form; renders nothing once all are added. */
const FieldPicker = ({ fields, reserved, onPick }: FieldPickerProps) => {
  const translate = useTranslate();
  const text = useText();
  const { button, popup, close } = usePopup();
  const pickedName = useRef<string>(undefined);
  // A closing menu would take the focus from the new input, so add the field afterwards.
  const applyPick = () => {
    const name = pickedName.current;
    pickedName.current = undefined;
    if (name !== undefined) onPick(name);
  };
  if (fields.length === 0) return null;
  return (
    <>
      <Button size="small" startIcon={<AddIcon />} {...button} sx={{ alignSelf: 'flex-start' }}>
        {translate('entity.editMany.pick')}
      </Button>
      <Menu {...popup} disableRestoreFocus slotProps={{ transition: { onExited: applyPick } }}>
        {fields.map(({ name, field }) => {
          const reason = reserved({ name, field });
          return (
            <MenuItem
              key={name}
              disabled={reason !== undefined}
              onClick={() => {
                pickedName.current = name;
                close();
              }}
            >
              <ListItemText primary={text(field.label)} secondary={reason} />
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
};

/** False for secrets and for values that are unique or depend on other fields. */
const canBeShared = (field: Field): boolean =>
  appearsIn(field, 'edit') &&
  !isSecret(field) &&
  !field.fixed &&
  !field.unique &&
  !field.virtual &&
  !field.when;

/** Returns the fields that can be set on many records at once, in the order of the form. */
export const bulkEditableFields = (entity: AnyEntity): NamedField[] =>
  namedFields(entity, (entity.form as readonly (string | readonly string[])[]).flat()).filter(
    ({ field }) => canBeShared(field),
  );

/** Returns the initial value of an input: the value that all records share, else an empty one; false for a switch. */
export const sharedValue = (records: readonly Row[], { name, field }: NamedField): unknown => {
  const nothing = emptyValue(field);
  const [first, ...rest] = records.map((record) => JSON.stringify(record[name] ?? null));
  return first !== undefined && rest.every((other) => other === first)
    ? (records[0]?.[name] ?? nothing)
    : nothing;
};
