import { TextField, type TextFieldProps } from '@mui/material';
import type { ReactNode } from 'react';
import type { Label } from '../../config';
import type { InputProps } from '../FieldView';
import { useText } from './useText';

/** What an input says about its field. */
interface Described {
  readonly label: Label;
  readonly required: boolean;
  readonly help?: Label;
}

export interface TextBoxProps extends Omit<InputProps, 'field'> {
  readonly field: Described;
  readonly type?: string;
  readonly multiline?: boolean;
  readonly end?: ReactNode;
  readonly placeholder?: string;
  /** Native inputs with a form of their own, dates for one, never let their label in. */
  readonly shrink?: boolean;
  readonly html?: Readonly<Record<string, unknown>>;
  readonly onPaste?: TextFieldProps['onPaste'];
}

/** A text input as every kind uses it: label, asterisk, help or reason of refusal. Empty is null. */
export const TextBox = ({
  field,
  name,
  value,
  onChange,
  onBlur,
  error,
  disabled,
  autoFocus,
  inputRef,
  type,
  multiline,
  end,
  placeholder,
  shrink,
  html,
  onPaste,
}: TextBoxProps) => {
  const text = useText();
  return (
    <TextField
      name={name}
      label={text(field.label)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      onBlur={onBlur}
      onPaste={onPaste}
      error={error !== undefined}
      helperText={error ?? (field.help && text(field.help))}
      required={field.required}
      disabled={disabled}
      autoFocus={autoFocus}
      inputRef={inputRef}
      type={type}
      multiline={multiline}
      minRows={multiline ? 3 : undefined}
      maxRows={multiline ? 12 : undefined}
      placeholder={placeholder}
      fullWidth
      size="small"
      margin="none"
      slotProps={{
        inputLabel: { shrink },
        input: { endAdornment: end },
        htmlInput: { autoComplete: 'off', ...html },
      }}
    />
  );
};
