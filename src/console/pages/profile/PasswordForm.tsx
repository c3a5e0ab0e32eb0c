import { Box, Button, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { PasswordField } from './passwordChange';
import { usePasswordForm } from './usePasswordForm';

const fields = [
  ['oldPassword', 'current-password'],
  ['newPassword', 'new-password'],
  ['confirmPassword', 'new-password'],
] as const satisfies readonly (readonly [PasswordField, string])[];

/** The old password and twice the new one. @param onChanged called when the server has taken it */
export const PasswordForm = ({ onChanged }: { onChanged?: () => void }) => {
  const translate = useTranslate();
  const form = usePasswordForm(onChanged);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {fields.map(([name, autoComplete]) => {
        const complaint = form.complaint(name);
        return (
          <TextField
            key={name}
            name={name}
            type="password"
            required
            size="medium"
            autoComplete={autoComplete}
            label={translate(`shell.password.${name}`)}
            value={form.values[name]}
            error={complaint !== undefined}
            helperText={complaint && translate(complaint, { _: complaint })}
            onChange={({ target }) => form.change(name, target.value)}
            onBlur={() => form.leave(name)}
          />
        );
      })}
      <Button type="submit" variant="contained" loading={form.sending} sx={{ mt: 2 }}>
        {translate('ra.action.save')}
      </Button>
    </Box>
  );
};
