import { useAuthProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import type { ConsoleAuthProvider } from '../../data';
import { complaintsAbout, type PasswordChange, type PasswordField } from './passwordChange';
import { useCall } from './useCall';

const empty: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** The state of the form: what was typed, what is wrong with what was left, and the call. */
export const usePasswordForm = (onChanged?: () => void) => {
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const notify = useNotify();
  const [values, setValues] = useState(empty);
  const [left, setLeft] = useState<readonly PasswordField[]>([]);
  const { busy: sending, refused, run, forget } = useCall();
  const complaints = complaintsAbout(values);

  const submit = async () => {
    setLeft(['oldPassword', 'newPassword', 'confirmPassword']);
    if (sending || Object.keys(complaints).length > 0) return;
    await run(async () => {
      await authProvider?.changePassword(values.oldPassword.trim(), values.newPassword.trim());
      setValues(empty);
      setLeft([]);
      notify('shell.password.done', { type: 'success' });
      onChanged?.();
    });
  };

  return {
    values,
    sending,
    submit,
    change: (field: PasswordField, value: string) => {
      setValues({ ...values, [field]: value });
      forget();
    },
    leave: (field: PasswordField) => setLeft([...left, field]),
    /** A message, or the key of one; only about fields that were left. */
    complaint: (field: PasswordField): string | undefined =>
      refused[field] ?? (left.includes(field) ? complaints[field] : undefined),
  };
};
