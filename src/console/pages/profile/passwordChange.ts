import { newPasswordPattern } from '../../../domain/password';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export type PasswordField = keyof PasswordChange;

/** What is wrong with a field, as a message's key; an empty object when it may be sent. */
export const complaintsAbout = (change: PasswordChange): Partial<Record<PasswordField, string>> => {
  const oldPassword = change.oldPassword.trim() ? undefined : 'rules.required';
  const newPassword = newPasswordPattern.test(change.newPassword.trim())
    ? undefined
    : 'rules.newPassword';
  const confirmPassword =
    change.confirmPassword.trim() === change.newPassword.trim()
      ? undefined
      : 'shell.password.mismatch';
  return {
    ...(oldPassword && { oldPassword }),
    ...(newPassword && { newPassword }),
    ...(confirmPassword && { confirmPassword }),
  };
};
