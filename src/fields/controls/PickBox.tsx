import { ListItemText, MenuItem, TextField } from '@mui/material';
import type { InputProps } from '../FieldView';
import { type Option, OptionLabel } from './OptionLabel';
import { useText } from './useText';

interface Props extends Omit<InputProps, 'field'> {
  readonly field: Pick<InputProps['field'], 'label' | 'required' | 'help'>;
  readonly options: readonly Option[];
}

/** Menu items carry texts; the value may be a number or a boolean. */
const keyOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** Chooses one of a few. A value that is no longer offered stays until another is chosen. */
export const PickBox = (props: Props) => {
  const { field, name, value, options, onChange, onBlur, error, disabled, autoFocus, inputRef } =
    props;
  const text = useText();
  const known = options.some((option) => keyOf(option.value) === keyOf(value));
  const pick = (key: string) =>
    onChange(options.find((option) => keyOf(option.value) === key)?.value ?? null);
  return (
    <TextField
      select
      name={name}
      label={text(field.label)}
      value={keyOf(value)}
      onChange={(event) => pick(event.target.value)}
      onBlur={onBlur}
      error={error !== undefined}
      helperText={error ?? (field.help && text(field.help))}
      required={field.required}
      disabled={disabled}
      autoFocus={autoFocus}
      inputRef={inputRef}
      fullWidth
      size="small"
      margin="none"
    >
      {!field.required && (
        <MenuItem value="">
          <ListItemText sx={{ color: 'text.disabled' }}>{text(['None', '无'])}</ListItemText>
        </MenuItem>
      )}
      {!known && keyOf(value) !== '' && (
        <MenuItem value={keyOf(value)} disabled>
          {keyOf(value)}
        </MenuItem>
      )}
      {options.map((option) => (
        <MenuItem key={keyOf(option.value)} value={keyOf(option.value)}>
          <OptionLabel {...option} />
        </MenuItem>
      ))}
    </TextField>
  );
};
