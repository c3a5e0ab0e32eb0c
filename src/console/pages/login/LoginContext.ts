import { createContext, useContext } from 'react';
import type { Locale } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import type { Translate } from '../../i18n';

export interface LoginCircumstances {
  runtime: RuntimeConfig;
  locale: Locale;
  setLocale: (locale: Locale) => void;
  translate: Translate;
}

export const LoginContext = createContext<LoginCircumstances | null>(null);

export const useLogin = (): LoginCircumstances => {
  const circumstances = useContext(LoginContext);
  if (!circumstances) throw new Error('This belongs to the login page');
  return circumstances;
};
