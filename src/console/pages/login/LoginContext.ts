import { createContext, useContext } from 'react';
import type { Locale } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import type { Translate } from '../../i18n';

interface LoginContextValue {
  runtime: RuntimeConfig;
  locale: Locale;
  setLocale: (locale: Locale) => void;
  translate: Translate;
}

export const LoginContext = createContext<LoginContextValue | null>(null);

export const useLogin = (): LoginContextValue => {
  const circumstances = useContext(LoginContext);
  if (!circumstances) throw new Error('This belongs to the login page');
  return circumstances;
};
