import type { Locale } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import { requiredContext } from '../../data/requiredContext';
import type { Translate } from '../../i18n';

interface LoginContextValue {
  runtime: RuntimeConfig;
  locale: Locale;
  setLocale: (locale: Locale) => void;
  translate: Translate;
}

export const [LoginContext, useLogin] = requiredContext<LoginContextValue>('the login page');
