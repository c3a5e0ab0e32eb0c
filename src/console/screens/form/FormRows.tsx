import { Box } from '@mui/material';
import { type Control, useWatch } from 'react-hook-form';
import { isAsked } from '../../../fields';
import { FormField as BoundField } from '../../../fields/controls/FormField';
import type { InputProps, Row } from '../../../fields/views';
import type { FormField } from './formFields';
import type { Values } from './resolverOf';

interface Props {
  readonly rows: readonly FormField[][];
  readonly control: Control<Values>;
  readonly record?: Row;
  /** Values that are so because of where the form was opened: shown, not changed. */
  readonly given?: Row;
  /** All of it can only be looked at. */
  readonly disabled?: boolean;
  /** Sets another input of the form. */
  readonly onOther: InputProps['onOther'];
}

/** A password left empty stays as it is. */
const optional = ({ field, name }: FormField, editing: boolean): FormField =>
  editing && field.kind === 'password'
    ? { name, field: { ...field, required: false } }
    : { name, field };

/** The inputs of a form in their rows, those that are asked for now; on a phone each has a row of its own. */
export const FormRows = ({ rows, control, record, given = {}, disabled, onOther }: Props) => {
  const editing = record !== undefined;
  const values = useWatch({ control });
  // A list that has to hold one record may hold others too.
  const isGiven = (name: string) => name in given && !Array.isArray(given[name]);
  const locked = ({ name, field }: FormField) =>
    disabled || (editing && field.fixed) || isGiven(name);
  const first = rows.flat().find((each) => !locked(each));
  const asked = rows
    .map((row) => row.filter(({ field }) => isAsked(field, { ...record, ...values })))
    .filter((row) => row.length > 0);
  return asked.map((row) => (
    <Box
      key={row[0]?.name}
      sx={{
        display: 'grid',
        gap: { xs: 2.5, sm: 2 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${row.length}, minmax(0, 1fr))` },
      }}
    >
      {row.map((each) => {
        const { name, field } = optional(each, editing);
        return (
          <BoundField
            key={name}
            name={name}
            field={field}
            control={control}
            values={values}
            record={record}
            onOther={onOther}
            disabled={locked(each)}
            autoFocus={name === first?.name}
          />
        );
      })}
    </Box>
  ));
};
