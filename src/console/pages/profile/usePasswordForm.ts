import { useAuthProvider, useNotify } from 'ra-core';
import { useState } from 'react';
import { ApiError } from '../../../protocol';
import type { ConsoleAuthProvider } from '../../data';
import { complaintsAbout, type PasswordChange, type PasswordField } from './passwordChange';

const empty: PasswordChange = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** The state of the form: what was typed, what is wrong with what was left, and the call. */
export const usePasswordForm = (onChanged?: () => void) => {
  const authProvider = useAuthProvider<ConsoleAuthProvider>();
  const notify = useNotify();
  const [values, setValues] = useState(empty);
  const [left, setLeft] = useState<readonly PasswordField[]>([]);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [sending, setSending] = useState(false);
  const complaints = complaintsAbout(values);

  const submit = async () => {
    setLeft(['oldPassword', 'newPassword', 'confirmPassword']);
    if (sending || Object.keys(complaints).length > 0) return;
    setSending(true);
    try {
      await authProvider?.changePassword(values.oldPassword.trim(), values.newPassword.trim());
      setValues(empty);
      setLeft([]);
      notify('shell.password.done', { type: 'success' });
      onChanged?.();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : undefined;
      setRefused(fields ?? {});
      // What is said beside an input needs no second saying.
      if (!fields)
        notify(error instanceof Error ? error.message : 'data.hasError', { type: 'error' });
    } finally {
      setSending(false);
    }
  };

  return {
    values,
    sending,
    submit,
    change: (field: PasswordField, value: string) => {
      setValues({ ...values, [field]: value });
      setRefused({});
    },
    leave: (field: PasswordField) => setLeft([...left, field]),
    /** A message, or the key of one; only about fields that were left. */
    complaint: (field: PasswordField): string | undefined =>
      refused[field] ?? (left.includes(field) ? complaints[field] : undefined),
  };
};
