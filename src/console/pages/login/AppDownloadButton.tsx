import Smartphone from '@mui/icons-material/SmartphoneOutlined';
import { Box, Button } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { isWebLink } from '../../../domain/systemParams';
import { useLogin } from './LoginContext';

/** Most people who sign in never open it: what it shows is fetched when somebody does. */
const AppDownloadPopover = lazy(() =>
  import('./AppDownloadPopover').then((module) => ({ default: module.AppDownloadPopover })),
);

/** The ways to the app; nothing where the server names none that a browser can follow. */
export const AppDownloadButton = () => {
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
        <Suspense fallback={null}>
          <AppDownloadPopover anchor={anchor} links={links} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </Box>
  );
};
