import { Box } from '@mui/material';
import type { Control } from 'react-hook-form';
import type { Row } from '../../../fields/views';
import { FormInput } from './FormInput';
import type { FormField } from './formFields';
import type { Values } from './resolverOf';

interface Props {
  readonly rows: readonly FormField[][];
  readonly control: Control<Values>;
  readonly record?: Row;
}

/** A password left empty stays as it is. */
const asked = ({ field, name }: FormField, editing: boolean): FormField =>
  editing && field.kind === 'password'
    ? { name, field: { ...field, required: false } }
    : { name, field };

/** The inputs of a form in their rows; on a phone each has a row of its own. */
export const FormRows = ({ rows, control, record }: Props) => {
  const editing = record !== undefined;
  const first = rows.flat().find(({ field }) => !(editing && field.fixed));
  return rows.map((row) => (
    <Box
      key={row[0]?.name}
      sx={{
        display: 'grid',
        gap: { xs: 2.5, sm: 2 },
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: `repeat(${row.length}, minmax(0, 1fr))` },
      }}
    >
      {row.map((each) => {
        const { name, field } = asked(each, editing);
        return (
          <FormInput
            key={name}
            name={name}
            field={field}
            control={control}
            record={record}
            disabled={editing && field.fixed}
            autoFocus={name === first?.name}
          />
        );
      })}
    </Box>
  ));
};
