import { Autocomplete, TextField, type TextFieldProps } from '@mui/material';
import { TextCell } from '../views/cells';
import { useText } from '../views/reader';
import type { FieldView } from '../views/registry';

const zones = (): string[] => Intl.supportedValuesOf('timeZone');

interface BoxProps
  extends Pick<TextFieldProps, 'label' | 'required' | 'error' | 'helperText' | 'inputRef'> {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly onBlur?: () => void;
  readonly disabled?: boolean;
}

export const ZoneBox = ({ label, value, onChange, onBlur, disabled, ...rest }: BoxProps) => (
  <Autocomplete
    size="small"
    disableClearable
    options={zones()}
    value={value}
    onChange={(_, zone) => onChange(zone)}
    onBlur={onBlur}
    disabled={disabled}
    renderInput={(params) => <TextField {...params} {...rest} margin="none" label={label} />}
  />
);

export const view: FieldView<'zone'> = {
  Cell: TextCell,
  Input: ({ field, value, onChange, onBlur, error, disabled, inputRef }) => {
    const text = useText();
    return (
      <ZoneBox
        label={text(field.label)}
        value={typeof value === 'string' ? value : ''}
        onChange={onChange}
        onBlur={onBlur}
        disabled={disabled}
        required={field.required}
        error={error !== undefined}
        helperText={error ?? (field.help && text(field.help))}
        inputRef={inputRef}
      />
    );
  },
};
