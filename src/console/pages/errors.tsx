import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { Box, Button, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';

/** An address without a page. */
export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <ErrorScreen
      sign="404"
      title={translate('shell.notFound.title')}
      text={translate('shell.notFound.text')}
    >
      <Button component={Link} to="/" variant="contained" size="large">
        {translate('shell.toHome')}
      </Button>
    </ErrorScreen>
  );
};

/** A page that this operator may not see. `?noGoBack` says that the way back leads here again. */
export const AccessDeniedPage = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <ErrorScreen
      sign="401"
      title={translate('shell.denied.title')}
      text={translate('shell.denied.text')}
    >
      {!params.has('noGoBack') && (
        <Button variant="outlined" size="large" onClick={() => navigate(-1)}>
          {translate('shell.back')}
        </Button>
      )}
      <Button component={Link} to="/" variant="contained" size="large">
        {translate('shell.toHome')}
      </Button>
    </ErrorScreen>
  );
};

/** A menu whose page the configuration does not have: names the missing key, so that somebody can add it. */
export const NotConfiguredPage = ({ url }: { url: string }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 4, maxWidth: 520, textAlign: 'center' }}>
      <ExtensionOff color="secondary" sx={{ fontSize: 44, mb: 1.5 }} />
      <Typography variant="h3" component="h1" gutterBottom>
        {translate('shell.notConfigured.title')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {translate('shell.notConfigured.text')}
      </Typography>
      <Box
        component="code"
        sx={{
          px: 1.5,
          py: 0.75,
          borderRadius: 0.75,
          bgcolor: 'action.hover',
          overflowWrap: 'anywhere',
        }}
      >
        {url}
      </Box>
    </Box>
  );
};

interface Props {
  /** What it is about: a number, a drawing. */
  sign: ReactNode;
  title: string;
  text: string;
  /** Ways on. */
  children: ReactNode;
}

/** In the place of a page: something stands in the way, and what can be done. */
const ErrorScreen = ({ sign, title, text, children }: Props) => (
  <Box
    sx={{
      m: 'auto',
      p: 3,
      display: 'grid',
      justifyItems: 'center',
      textAlign: 'center',
    }}
  >
    <Typography
      aria-hidden
      sx={{
        fontSize: { xs: 72, sm: 104 },
        fontWeight: 700,
        lineHeight: 1,
        color: 'primary.main',
      }}
    >
      {sign}
    </Typography>
    <Typography variant="h1" sx={{ mt: 2 }}>
      {title}
    </Typography>
    <Typography color="textSecondary" sx={{ mt: 1, mb: 4, maxWidth: 440 }}>
      {text}
    </Typography>
    <Box sx={{ display: 'flex', gap: 1.5, justifyContent: 'center', flexWrap: 'wrap' }}>
      {children}
    </Box>
  </Box>
);
