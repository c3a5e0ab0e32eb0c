import { ListItemText, MenuItem, TextField } from '@mui/material';
import type { Choices } from '../../domain/label';
import { TextCell } from '../views/cells';
import { CheckboxInput, useFieldProps } from '../views/inputs';
import { useReaderLocale, useText } from '../views/reader';
import type { FieldView, InputProps } from '../views/registry';
import { schema } from './choices.schema';

const Input = (props: InputProps<'choices'>) => {
  const { field, value, onChange } = props;
  const text = useText();
  const locale = useReaderLocale();
  const selected: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <TextField
      {...useFieldProps(props)}
      select
      value={selected}
      onChange={(event) => {
        const selection = event.target.value as unknown;
        onChange(Array.isArray(selection) && selection.length > 0 ? selection : null);
      }}
      slotProps={{
        select: {
          multiple: true,
          renderValue: (values) => schema.text?.(values, field, locale),
        },
      }}
    >
      {(field.of as Choices).map(([one, ...label]) => (
        <MenuItem key={one} value={one} dense>
          <CheckboxInput on={selected.includes(one)} />
          <ListItemText primary={text(label)} />
        </MenuItem>
      ))}
    </TextField>
  );
};

export const view: FieldView<'choices'> = {
  sortable: false,
  wide: true,
  long: true,
  Cell: TextCell,
  Input,
};
