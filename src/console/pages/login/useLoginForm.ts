import { useRef, useState } from 'react';
import type { Wire } from '../../../config';
import { LOGIN_PASSWORD_MIN, newPasswordPattern } from '../../../domain/system';
import { useLogin } from './LoginContext';

export type LoginFormState = ReturnType<typeof useLoginForm>;

const empty: LoginValues = { username: '', phone: '', password: '', newPassword: '', again: '' };

export interface LoginOptions {
  /** Message shown at first. */
  readonly notice: string | null;
  /** Token of an invitation: the user sets a password instead of signing in with one. */
  readonly invitation?: string;
  /** Loads the names of the API, which the configuration declares. */
  readonly loadWire: () => Promise<Wire>;
  /** Called when the form is sent, to preload the console. */
  readonly onSubmit: () => void;
  readonly onSignedIn: () => void;
}

/** State of the login form. Input survives failures and a change of the language. */
export const useLoginForm = (options: LoginOptions) => {
  const { notice, invitation, loadWire, onSubmit, onSignedIn } = options;
  const { runtime, locale, translate } = useLogin();
  const [way, setWay] = useState<LoginWay>(invitation === undefined ? 'name' : 'invitation');
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Partial<Record<LoginField, LoginError>>>({});
  const [failure, setFailure] = useState(notice);
  const [sending, setSending] = useState(false);
  const inputs = {
    username: useRef<HTMLInputElement>(null),
    phone: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  };

  const setError = (field: LoginField, error: LoginError | undefined) =>
    setErrors((before) => ({ ...before, [field]: error }));

  const send = async () => {
    setSending(true);
    setFailure(null);
    const failureText = (code: string, args?: { status?: number }) =>
      translate(`data.${code}`, args);
    try {
      onSubmit();
      const [{ submitInvitation, submitLogin }, wire] = await Promise.all([
        import('./submitLogin'),
        loadWire(),
      ]);
      const submit = { runtime, wire, locale, failureText };
      const { username, phone, password, newPassword } = values;
      if (invitation !== undefined) await submitInvitation(invitation, newPassword, submit);
      else if (way === 'name') await submitLogin({ username, phone: '', password }, submit);
      else await submitLogin({ username: '', phone, password }, submit);
      onSignedIn();
    } catch (error) {
      setSending(false);
      setFailure((error instanceof Error && error.message) || translate('data.hasError'));
      inputs[invitation === undefined ? 'password' : 'newPassword'].current?.select();
    }
  };

  return {
    way,
    setWay: (next: LoginWay) => {
      setWay(next);
      setErrors({});
      setFailure(null);
    },
    values,
    errors,
    /** Error of the last attempt, in the user's language. */
    failure,
    sending,
    inputs,
    change: (field: LoginField, value: string) => {
      const next = { ...values, [field]: value };
      setValues(next);
      // An existing error disappears with its cause; a new one waits until the field loses the focus.
      if (errors[field]) setError(field, errorOf(field, next));
    },
    /** Validates a field that loses the focus. */
    blur: (field: LoginField) => setError(field, errorOf(field, values)),
    submit: async () => {
      if (sending) return;
      const fieldErrors = fieldsOfWay(way).map((field) => [field, errorOf(field, values)] as const);
      setErrors(Object.fromEntries(fieldErrors));
      const wrong = fieldErrors.find(([, error]) => error)?.[0];
      if (wrong) inputs[wrong].current?.focus();
      else await send();
    },
  };
};

/** Identify by account name, phone number or the link of an invitation. */
type LoginWay = 'name' | 'phone' | 'invitation';

export type LoginField = 'username' | 'phone' | 'password' | 'newPassword' | 'again';

type LoginValues = Readonly<Record<LoginField, string>>;

/** Error of a field, as a message key of the login page. */
interface LoginError {
  key:
    | 'userRequired'
    | 'phoneRequired'
    | 'phoneFormat'
    | 'passwordMinimum'
    | 'passwordRule'
    | 'passwordsDiffer';
  args?: { min: number };
}

const fieldsOfWay = (way: LoginWay) =>
  (
    ({
      name: ['username', 'password'],
      phone: ['phone', 'password'],
      invitation: ['newPassword', 'again'],
    }) as const
  )[way];

const rules: Readonly<
  Record<LoginField, (text: string, values: LoginValues) => LoginError | undefined>
> = {
  username: (text) => (text ? undefined : { key: 'userRequired' }),
  phone: (text) => {
    if (!text) return { key: 'phoneRequired' };
    return /^\+?[\d -]{5,20}$/.test(text) ? undefined : { key: 'phoneFormat' };
  },
  password: (text) =>
    text.length < LOGIN_PASSWORD_MIN
      ? { key: 'passwordMinimum', args: { min: LOGIN_PASSWORD_MIN } }
      : undefined,
  newPassword: (text) => (newPasswordPattern.test(text) ? undefined : { key: 'passwordRule' }),
  again: (text, { newPassword }) =>
    text === newPassword.trim() ? undefined : { key: 'passwordsDiffer' },
};

/** Returns the error of a field, or undefined. Surrounding spaces are ignored, and are not sent. */
export const errorOf = (field: LoginField, values: LoginValues): LoginError | undefined =>
  rules[field](values[field].trim(), values);
