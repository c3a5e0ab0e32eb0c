import ExtensionOff from '@mui/icons-material/ExtensionOffOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { flatMenus } from '../../config';
import { roleText } from '../../domain/system';
import { useReaderLocale } from '../../fields/views/reader';
import { menuTitle, useApp } from '../app';
import { isMap } from '../app/menus';
import type { ConsoleDataProvider } from '../data';

export const NotFoundPage = () => <ErrorScreen code="404" name="notFound" />;

/** Page that the operator may not see. `?noGoBack` hides the back button, which would lead here again. */
export const AccessDeniedPage = () => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  return (
    <ErrorScreen code="401" name="denied">
      {!params.has('noGoBack') && (
        <Button variant="outlined" onClick={() => navigate(-1)}>
          {translate('shell.back')}
        </Button>
      )}
    </ErrorScreen>
  );
};

/**
 * Page that exists for other roles; at an address without a page, that of unknown URLs.
 * @param code of the page's menu, from its address
 */
export const WithheldPage = ({ code }: { readonly code: string }) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { declared } = useApp();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data, isPending } = useQuery({
    queryKey: ['pageRoles', code],
    queryFn: ({ signal }) => dataProvider.pageRoles(code, signal),
    retry: false,
  });
  if (isPending) return null;
  if (!data) return <Navigate to="/404" replace />;
  const roles = data.roles.map((name) => roleText(name, locale));
  const { url } = flatMenus(declared.menus).find((menu) => menu.code === code) ?? {};
  const args = {
    title:
      url && isMap({ url })
        ? translate('shell.map')
        : menuTitle(translate, { code, name: data.menu_name }),
    roles: roles.join(translate('shell.withheld.separator')),
    smart_count: roles.length,
  };
  return <ErrorScreen code="403" name="withheld" args={args} />;
};

/** Page of a menu that the configuration lacks. It names the missing key, for an administrator to add. */
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
  /** HTTP status that illustrates the error. */
  readonly code: string;
  /** Key of its messages. */
  readonly name: string;
  readonly args?: object;
  /** Remedies besides the way home. */
  readonly children?: ReactNode;
}

const ErrorScreen = ({ code, name, args, children }: Props) => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 3, display: 'grid', justifyItems: 'center', textAlign: 'center' }}>
      <Typography aria-hidden variant="h1" component="p" color="textDisabled">
        {code}
      </Typography>
      <Typography variant="h2" component="h1" sx={{ mt: 1 }}>
        {translate(`shell.${name}.title`, args)}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 3, maxWidth: 440 }}>
        {translate(`shell.${name}.text`, args)}
      </Typography>
      <Box sx={{ display: 'flex', gap: 1.5, justifyContent: 'center', flexWrap: 'wrap' }}>
        {children}
        <Button component={Link} to="/" variant="contained">
          {translate('shell.toHome')}
        </Button>
      </Box>
    </Box>
  );
};
