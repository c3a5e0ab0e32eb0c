import { Box, CssBaseline, createTheme, ThemeProvider, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { type Locale, locales } from '../../../config';
import type { RuntimeConfig } from '../../../protocol';
import { readStored, writeStored } from '../../data/session';
import { languageTag, loadLoginMessages, type MessageTree, plainTranslate } from '../../i18n';
import { BrandMark, consoleTheme, useMode } from '../../theme';
import { AppDownloadButton } from './AppDownloadButton';
import { LanguageSwitch } from './LanguageSwitch';
import { LoginBackdrop } from './LoginBackdrop';
import { LoginContext, useLogin } from './LoginContext';
import { LoginForm } from './LoginForm';
import { useLoginForm } from './useLoginForm';

export interface LoginPageProps {
  runtime: RuntimeConfig;
  locale: Locale;
  messages: MessageTree;
  /** What somebody who was sent here should know. */
  notice: string | null;
  onSubmit: () => void;
  onSignedIn: (locale: Locale) => void;
}

/** The way in: loaded alone, without react-admin. */
export const LoginPage = ({ runtime, locale: first, messages, ...page }: LoginPageProps) => {
  const [language, setLanguage] = useState({ locale: first, messages });
  const mode = useMode(readStored('local', 'theme'));
  const theme = useMemo(() => createTheme(consoleTheme(mode)), [mode]);
  const { locale } = language;
  const circumstances = useMemo(() => {
    const setLocale = async (next: Locale) => {
      if (!locales.includes(next)) return;
      setLanguage({ locale: next, messages: await loadLoginMessages(next) });
      writeStored('local', 'locale', next);
      document.documentElement.lang = languageTag(next);
    };
    return { runtime, locale, setLocale, translate: plainTranslate(language.messages) };
  }, [runtime, locale, language.messages]);
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline enableColorScheme />
      <LoginContext value={circumstances}>
        <LoginScreen {...page} />
      </LoginContext>
    </ThemeProvider>
  );
};

type ScreenProps = Omit<LoginPageProps, 'runtime' | 'locale' | 'messages'>;

const LoginScreen = ({ notice, onSubmit, onSignedIn }: ScreenProps) => {
  const { runtime, locale, translate } = useLogin();
  const form = useLoginForm({ notice, onSubmit, onSignedIn: () => onSignedIn(locale) });
  return (
    <Box
      sx={{
        display: 'grid',
        minHeight: '100dvh',
        gridTemplate: { xs: 'auto 1fr / 100%', sm: '100% / 46% 1fr' },
      }}
    >
      <title>{`${translate('login.pageTitle')} - ${runtime.title}`}</title>
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
            {translate('login.heading')}
          </Typography>
          <LoginForm form={form} />
          <AppDownloadButton />
        </Box>
      </Box>
    </Box>
  );
};

/** Beside the form, or above it on a phone. */
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
