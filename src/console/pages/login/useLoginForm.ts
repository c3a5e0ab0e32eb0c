import { type RefObject, useRef, useState } from 'react';
import { useLogin } from './LoginContext';
import {
  type Complaint,
  complaintAbout,
  fieldsOf,
  type LoginField,
  type LoginValues,
  type LoginWay,
} from './validateLogin';

type Complaints = Partial<Record<LoginField, Complaint>>;

export interface LoginForm {
  way: LoginWay;
  setWay: (way: LoginWay) => void;
  values: LoginValues;
  complaints: Complaints;
  /** Why the last attempt failed, in the user's language. */
  failure: string | null;
  sending: boolean;
  inputs: Readonly<Record<LoginField, RefObject<HTMLInputElement | null>>>;
  change: (field: LoginField, value: string) => void;
  /** A field that was left is looked at. */
  leave: (field: LoginField) => void;
  submit: () => Promise<void>;
}

const empty: LoginValues = { username: '', phone: '', password: '' };

interface Options {
  /** What somebody who was sent here should know. */
  notice: string | null;
  /** Something is on its way to the server, so the console will be needed. */
  onSubmit: () => void;
  onSignedIn: () => void;
}

/** Everything the form knows; nothing typed is lost by a failure, nor by another language. */
export const useLoginForm = ({ notice, onSubmit, onSignedIn }: Options): LoginForm => {
  const { runtime, locale, translate } = useLogin();
  const [way, setWay] = useState<LoginWay>('name');
  const [values, setValues] = useState(empty);
  const [complaints, setComplaints] = useState<Complaints>({});
  const [failure, setFailure] = useState(notice);
  const [sending, setSending] = useState(false);
  const inputs = {
    username: useRef<HTMLInputElement>(null),
    phone: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };

  const complain = (field: LoginField, complaint: Complaint | undefined) =>
    setComplaints((before) => ({ ...before, [field]: complaint }));

  const send = async () => {
    setSending(true);
    setFailure(null);
    const say = (code: string, args?: { status?: number }) => translate(`data.${code}`, args);
    try {
      onSubmit();
      const { submitLogin } = await import('./submitLogin');
      const other: LoginField = way === 'name' ? 'phone' : 'username';
      await submitLogin({ ...values, [other]: '' }, { runtime, locale, say });
      onSignedIn();
    } catch (error) {
      setSending(false);
      setFailure((error instanceof Error && error.message) || translate('data.hasError'));
      inputs.password.current?.select();
    }
  };

  return {
    way,
    setWay: (next) => {
      setWay(next);
      setComplaints({});
      setFailure(null);
    },
    values,
    complaints,
    failure,
    sending,
    inputs,
    change: (field, value) => {
      const next = { ...values, [field]: value };
      setValues(next);
      // A complaint goes as soon as it is settled; a new one waits until the field is left.
      if (complaints[field]) complain(field, complaintAbout(field, next));
    },
    leave: (field) => complain(field, complaintAbout(field, values)),
    submit: async () => {
      if (sending) return;
      const asked = fieldsOf(way).map((field) => [field, complaintAbout(field, values)] as const);
      setComplaints(Object.fromEntries(asked));
      const wrong = asked.find(([, complaint]) => complaint)?.[0];
      if (wrong) inputs[wrong].current?.focus();
      else await send();
    },
  };
};
