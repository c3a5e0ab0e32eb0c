import TranslateIcon from '@mui/icons-material/Translate';
import { useLocaleState, useTranslate } from 'ra-core';
import { locales } from '../../../config';
import { languageTag, localeNames } from '../../i18n';
import { BarMenu } from './BarMenu';

/** The language; the place stays, and everything the server said is asked for again. */
export const LanguageMenu = () => {
  const translate = useTranslate();
  const [locale, setLocale] = useLocaleState();
  return (
    <BarMenu
      label={translate('shell.language')}
      icon={<TranslateIcon />}
      items={locales.map((each) => ({
        key: each,
        label: localeNames[each],
        lang: languageTag(each),
        selected: each === locale,
        onChoose: () => setLocale(each),
      }))}
    />
  );
};
