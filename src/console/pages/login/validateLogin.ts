import { LOGIN_PASSWORD_MIN } from '../../../domain/password';

/** By account name or by phone number. */
export type LoginWay = 'name' | 'phone';

export interface LoginValues {
  username: string;
  phone: string;
  password: string;
}

export type LoginField = keyof LoginValues;

/** What is wrong with a field: a key of the login room. */
export interface Complaint {
  key: 'userRequired' | 'phoneRequired' | 'phoneFormat' | 'passwordMinimum';
  args?: { min: number };
}

/** The fields that a way of signing in asks for, in order. */
export const fieldsOf = (way: LoginWay): readonly LoginField[] =>
  way === 'name' ? ['username', 'password'] : ['phone', 'password'];

const rules: Readonly<Record<LoginField, (text: string) => Complaint | undefined>> = {
  username: (text) => (text ? undefined : { key: 'userRequired' }),
  phone: (text) => {
    if (!text) return { key: 'phoneRequired' };
    return /^\+?[\d -]{5,20}$/.test(text) ? undefined : { key: 'phoneFormat' };
  },
  password: (text) =>
    text.length < LOGIN_PASSWORD_MIN
      ? { key: 'passwordMinimum', args: { min: LOGIN_PASSWORD_MIN } }
      : undefined,
};

/** Undefined when a field may be sent; what surrounds the text is not sent. */
export const complaintAbout = (field: LoginField, values: LoginValues): Complaint | undefined =>
  rules[field](values[field].trim());
