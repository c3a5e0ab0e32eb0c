import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import TranslateIcon from '@mui/icons-material/Translate';
import { Box, Button, ButtonBase, CssBaseline, createTheme, Typography } from '@mui/material';
import { ThemeProvider } from '@mui/system';
import { useMemo, useState } from 'react';
import { type Locale, locales } from '../../../config';
import { isWebLink } from '../../../domain/system';
import { loadable } from '../../../fields/views/loadable';
import type { RuntimeConfig } from '../../../protocol';
import { readStored, writeStored } from '../../data/session';
import { languages, type MessageTree, plainTranslate } from '../../i18n';
import { BrandMark } from '../../look/BrandMark';
import { consoleTheme, useMode } from '../../look/theme';
import { LoginBackdrop } from './LoginBackdrop';
import { LoginContext, useLogin } from './LoginContext';
import { LoginForm } from './LoginForm';
import { type LoginOptions, useLoginForm } from './useLoginForm';

interface ScreenProps extends Omit<LoginOptions, 'onSignedIn'> {
  readonly onSignedIn: (locale: Locale) => void;
}

interface LoginPageProps extends ScreenProps {
  readonly runtime: RuntimeConfig;
  readonly locale: Locale;
  readonly messages: MessageTree;
}

export const LoginPage = ({ runtime, locale: first, messages, ...page }: LoginPageProps) => {
  const [language, setLanguage] = useState({ locale: first, messages });
  const mode = useMode(readStored('local', 'theme'));
  const theme = useMemo(() => createTheme(consoleTheme(mode)), [mode]);
  const { locale } = language;
  const context = useMemo(() => {
    const setLocale = async (next: Locale) => {
      if (!locales.includes(next)) return;
      setLanguage({ locale: next, messages: await languages[next].login() });
      writeStored('local', 'locale', next);
      document.documentElement.lang = languages[next].tag;
    };
    return { runtime, locale, setLocale, translate: plainTranslate(language.messages) };
  }, [runtime, locale, language.messages]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <LoginContext value={context}>
        <LoginScreen {...page} />
      </LoginContext>
    </ThemeProvider>
  );
};

const LoginScreen = ({ onSignedIn, ...page }: ScreenProps) => {
  const { runtime, locale, translate } = useLogin();
  const isInvited = page.invitation !== undefined;
  const heading = translate(isInvited ? 'login.choosePassword' : 'login.heading');
  const form = useLoginForm({ ...page, onSignedIn: () => onSignedIn(locale) });
  return (
    <Box
      sx={{
        display: 'grid',
        minHeight: '100dvh',
        gridTemplate: { xs: 'auto 1fr / 100%', sm: '100% / 46% 1fr' },
      }}
    >
      <title>{`${isInvited ? heading : translate('login.submit')} - ${runtime.title}`}</title>
      <Banner />
      <Box
        component="main"
        sx={{ display: 'flex', flexDirection: 'column', bgcolor: 'background.paper' }}
      >
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', p: { xs: 2, sm: 3 } }}>
          <LanguageSwitch />
        </Box>
        <Box
          sx={{
            m: { xs: '8px auto auto', sm: 'auto' },
            width: '100%',
            maxWidth: 428,
            px: 3,
            pb: { xs: 4, sm: 12 },
          }}
        >
          <Typography variant="h1" sx={{ mb: 3 }}>
            {heading}
          </Typography>
          <LoginForm form={form} />
          {isInvited ? (
            <Box sx={{ mt: 2.5, textAlign: 'center' }}>
              <Button href="/login" color="secondary">
                {translate('login.toLogin')}
              </Button>
            </Box>
          ) : (
            <AppDownloadButton />
          )}
        </Box>
      </Box>
    </Box>
  );
};

const Banner = () => {
  const { runtime, translate } = useLogin();
  return (
    <Box
      component="header"
      sx={{
        position: 'relative',
        overflow: 'hidden',
        color: '#fff',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        p: { xs: 3, sm: 5 },
        minHeight: { xs: 132, sm: 'auto' },
      }}
    >
      <LoginBackdrop />
      <Box sx={{ position: 'relative', display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <BrandMark size={36} />
        <Typography component="p" variant="h3">
          {runtime.title}
        </Typography>
      </Box>
      <Box sx={{ position: 'relative', display: { xs: 'none', sm: 'block' }, maxWidth: 460 }}>
        <Typography component="p" variant="h1" sx={{ mb: 1.5, textWrap: 'balance' }}>
          {translate('login.tagline')}
        </Typography>
        <Typography sx={{ fontSize: '1rem', color: '#c9dcf2' }}>
          {translate('login.promise')}
        </Typography>
      </Box>
    </Box>
  );
};

/** Buttons for the languages, each in its own language, with the current one marked. */
const LanguageSwitch = () => {
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
          lang={languages[each].tag}
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
          {languages[each].name}
        </ButtonBase>
      ))}
    </fieldset>
  );
};

/** Few operators open it, so it is loaded on demand. */
const AppDownloadPopover = loadable(() => import('./AppDownloadPopover'), 'AppDownloadPopover');

/** Button for the app's links; renders nothing if the server has none that a browser can open. */
const AppDownloadButton = () => {
  const { runtime, translate } = useLogin();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { ios = '', android = '' } = runtime.appDownload ?? {};
  const links = [
    { system: 'ios', link: ios },
    { system: 'android', link: android },
  ].filter(({ link }) => isWebLink(link));
  if (links.length === 0) return null;
  return (
    <Box sx={{ mt: 2.5, textAlign: 'center' }}>
      <Button
        color="secondary"
        startIcon={<Smartphone />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('login.download')}
      </Button>
      {anchor && (
        <AppDownloadPopover anchor={anchor} links={links} onClose={() => setAnchor(null)} />
      )}
    </Box>
  );
};
