import type { Locale } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import { requiredContext } from '../../data/requiredContext';
import type { Translate } from '../../i18n';

export const [LoginContext, useLogin] = requiredContext<{
  runtime: RuntimeConfig;
  locale: Locale;
  setLocale: (locale: Locale) => void;
  translate: Translate;
}>('the login page');
