import { Box, Button, Card, CardContent, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { PasswordField } from './passwordChange';
import { usePasswordForm } from './usePasswordForm';

const fields = [
  ['oldPassword', 'current-password'],
  ['newPassword', 'new-password'],
  ['confirmPassword', 'new-password'],
] as const satisfies readonly (readonly [PasswordField, string])[];

/** The operator's own password. */
export const UpdPasswordPage = () => {
  const translate = useTranslate();
  const form = usePasswordForm();
  return (
    <Box sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Card sx={{ maxWidth: 520, mx: 'auto' }}>
        <CardContent
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
          sx={{ p: 3 }}
        >
          <Typography variant="h3" component="h1">
            {translate('shell.user.password')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
            {translate('rules.newPassword')}
          </Typography>
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
        </CardContent>
      </Card>
    </Box>
  );
};
