import {
  FormControl,
  FormHelperText,
  InputLabel,
  OutlinedInput,
  type OutlinedInputProps,
} from '@mui/material';
import { useId } from 'react';
import { useLogin } from './LoginContext';
import type { LoginForm } from './useLoginForm';
import type { LoginField } from './validateLogin';

interface Props extends Omit<OutlinedInputProps, 'form' | 'name' | 'label'> {
  form: LoginForm;
  field: LoginField;
  /** Said below while nothing is wrong. */
  hint?: string;
  /** Said besides, whatever else is said. */
  warning?: string;
}

/** One input of the form: its label, and below it what is wrong with it. */
export const LoginInput = ({ form, field, hint, warning, ...input }: Props) => {
  const { translate } = useLogin();
  const id = useId();
  const complaint = form.complaints[field];
  const below = complaint ? translate(`login.${complaint.key}`, complaint.args) : hint;
  const label = translate(`login.${field}`);
  return (
    <FormControl error={complaint !== undefined} size="medium" required>
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        name={field}
        label={label}
        value={form.values[field]}
        inputRef={form.inputs[field]}
        aria-describedby={below ? `${id}-below` : undefined}
        onChange={(event) => form.change(field, event.target.value)}
        onBlur={(event) => {
          input.onBlur?.(event);
          const { form: element } = event.currentTarget as HTMLInputElement;
          const isElsewhere = event.relatedTarget && !element?.contains(event.relatedTarget);
          // A complaint moves what is below: a click beside the form would miss, and it concerns nobody there.
          if (!isElsewhere) form.leave(field);
        }}
      />
      {below && <FormHelperText id={`${id}-below`}>{below}</FormHelperText>}
      <FormHelperText
        role="status"
        error={false}
        sx={{ m: warning ? undefined : 0, color: 'warning.main', fontWeight: 600 }}
      >
        {warning}
      </FormHelperText>
    </FormControl>
  );
};
