import { ListItemText, MenuItem, TextField } from '@mui/material';
import type { Choices } from '../../domain/label';
import { EmptyCell, TruncatedText } from '../views/cells';
import { CheckboxInput } from '../views/inputs';
import { useReaderLocale, useText } from '../views/reader';
import type { FieldView, InputProps } from '../views/registry';
import { schema } from './choices.schema';

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Select with several values. */
const Input = ({ field, name, value, onChange, error, ...rest }: InputProps<'choices'>) => {
  const text = useText();
  const locale = useReaderLocale();
  const selected = valuesOf(value);
  return (
    <TextField
      {...rest}
      select
      name={name}
      label={text(field.label)}
      value={selected}
      onChange={(event) => {
        const selection = event.target.value as unknown;
        onChange(Array.isArray(selection) && selection.length > 0 ? selection : null);
      }}
      error={error !== undefined}
      helperText={error ?? (field.help && text(field.help))}
      required={field.required}
      fullWidth
      size="small"
      margin="none"
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
  Cell: ({ field, value, full }) => {
    const locale = useReaderLocale();
    if (valuesOf(value).length === 0) return <EmptyCell />;
    return <TruncatedText text={schema.text?.(value, field, locale) ?? ''} full={full} />;
  },
  Input: ({ onOther: _onOther, record: _record, values: _values, ...props }) => (
    <Input {...props} />
  ),
};
