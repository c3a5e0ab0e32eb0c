import TranslateIcon from '@mui/icons-material/Translate';
import { ButtonBase } from '@mui/material';
import { type Locale, locales } from '../../../config';
import { languageTag, localeNames } from '../../i18n';
import { useLogin } from './LoginContext';

/** Both languages side by side, each in its own words; the one in use is marked. */
export const LanguageSwitch = () => {
  const { locale, setLocale, translate } = useLogin();
  return (
    <fieldset
      style={{ border: 0, margin: 0, padding: 0, display: 'flex', alignItems: 'center', gap: 4 }}
      aria-label={translate('login.language')}
    >
      <TranslateIcon fontSize="small" color="secondary" aria-hidden sx={{ mr: 0.5 }} />
      {locales.map((each: Locale) => (
        <ButtonBase
          key={each}
          lang={languageTag(each)}
          aria-pressed={each === locale}
          onClick={() => setLocale(each)}
          sx={(theme) => ({
            px: 1.25,
            minHeight: 32,
            borderRadius: 2,
            fontSize: '0.8125rem',
            color: 'text.secondary',
            '&:hover': { color: 'text.primary', backgroundColor: theme.palette.action.hover },
            '&[aria-pressed=true]': {
              color: 'text.primary',
              fontWeight: 600,
              boxShadow: `inset 0 0 0 1px ${theme.palette.divider}`,
            },
          })}
        >
          {localeNames[each]}
        </ButtonBase>
      ))}
    </fieldset>
  );
};
