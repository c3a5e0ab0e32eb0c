import { Box, Button, Card, CardContent, TextField, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAuthProvider, useLogout, useNotify, useTranslate } from 'react-admin';
import { newPasswordPattern } from '../../../domain/system';
import { useIsTitledByTab } from '../../app';
import type { ConsoleAuthProvider } from '../../data';
import { BrandMark } from '../../look/BrandMark';
import { useCall } from './useCall';

export const UpdPasswordPage = () => {
  const translate = useTranslate();
  const isNamed = useIsTitledByTab();
  return (
    <Box sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Card sx={{ maxWidth: 520, mx: 'auto' }}>
        <CardContent sx={{ p: 3 }}>
          <Typography variant="h3" component="h1" sx={isNamed ? visuallyHidden : undefined}>
            {translate('shell.user.password')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
            {translate('rules.newPassword')}
          </Typography>
          <PasswordForm />
        </CardContent>
      </Card>
    </Box>
  );
};

/**
 * Page shown after sign-in with a password that another person set; the rest of the console is locked until it is
 * replaced.
 */
export const InitialPasswordPage = () => {
  const translate = useTranslate();
  const logout = useLogout();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const queryClient = useQueryClient();
  const goOn = () => {
    authProvider?.forget();
    void queryClient.invalidateQueries({ queryKey: ['auth'] });
  };
  return (
    <Box
      component="main"
      sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', p: { xs: 2, sm: 3 } }}
    >
      <Box sx={{ mx: 'auto', mb: 3 }}>
        <BrandMark size={44} />
      </Box>
      <Card sx={{ width: 'min(480px, calc(100vw - 32px))' }}>
        <CardContent sx={{ p: 3 }}>
          <Typography variant="h3" component="h1">
            {translate('profile.initial.title')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            {translate('profile.initial.text')}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1, mb: 2 }}>
            {translate('rules.newPassword')}
          </Typography>
          <PasswordForm onChanged={goOn} />
        </CardContent>
      </Card>
      <Button color="secondary" onClick={() => void logout()} sx={{ mt: 2, mx: 'auto' }}>
        {translate('shell.user.logout')}
      </Button>
    </Box>
  );
};

const fields = [
  ['oldPassword', 'current-password'],
  ['newPassword', 'new-password'],
  ['confirmPassword', 'new-password'],
] as const;

type PasswordField = (typeof fields)[number][0];

type PasswordChange = Readonly<Record<PasswordField, string>>;

const empty: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' };

/**
 * Form with the old password, and the new one twice. Only visited fields show errors.
 * @param onChanged called when the server has accepted it
 */
const PasswordForm = ({ onChanged }: { onChanged?: () => void }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const [values, setValues] = useState(empty);
  const [touched, setTouched] = useState<readonly PasswordField[]>([]);
  const { busy, refused, run, clearRefused } = useCall();
  const errors = passwordErrors(values);
  const submit = () => {
    setTouched(fields.map(([name]) => name));
    if (busy || Object.values(errors).some(Boolean)) return;
    run(async () => {
      await authProvider?.changePassword(values.oldPassword.trim(), values.newPassword.trim());
      setValues(empty);
      setTouched([]);
      notify('shell.password.done', { type: 'success' });
      onChanged?.();
    });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.map(([name, autoComplete]) => {
        const error = refused[name] ?? (touched.includes(name) ? errors[name] : undefined);
        return (
          <TextField
            key={name}
            name={name}
            type="password"
            required
            autoComplete={autoComplete}
            label={translate(`shell.password.${name}`)}
            value={values[name]}
            error={error !== undefined}
            helperText={error && translate(error, { _: error })}
            onChange={({ target }) => {
              setValues({ ...values, [name]: target.value });
              clearRefused();
            }}
            onBlur={() => setTouched([...touched, name])}
          />
        );
      })}
      <Button type="submit" variant="contained" loading={busy} sx={{ mt: 2 }}>
        {translate('ra.action.save')}
      </Button>
    </Box>
  );
};

/** Returns the errors by field, as message keys; undefined for a valid field. */
export const passwordErrors = (change: PasswordChange) => {
  const newPassword = change.newPassword.trim();
  const isConfirmed = change.confirmPassword.trim() === newPassword;
  return {
    oldPassword: change.oldPassword.trim() ? undefined : 'rules.required',
    newPassword: newPasswordPattern.test(newPassword) ? undefined : 'rules.newPassword',
    confirmPassword: isConfirmed ? undefined : 'shell.password.mismatch',
  };
};
