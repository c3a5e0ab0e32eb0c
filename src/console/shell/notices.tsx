import CloudOff from '@mui/icons-material/CloudOffOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import Logout from '@mui/icons-material/NoAccountsOutlined';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { useLiveState } from '../data';
import { loadRuntimeConfig } from '../data/session';
import { useShell } from './ShellContext';

/** What concerns every page and interrupts none; each goes away when it is no longer so. */
export const NoticeBars = () => {
  const translate = useTranslate();
  const { sessionLoss, startAgain, runtime } = useShell();
  const connection = useConnection();
  const hasNewVersion = useNewVersion(runtime.version);
  const sessionLost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: 12,
        left: 0,
        right: 0,
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
        px: 2,
        pointerEvents: 'none',
      }}
    >
      {sessionLost && (
        <NoticeBar
          tone="error"
          icon={<Logout />}
          text={translate('shell.notices.session')}
          action={{ label: translate('shell.session.button'), onClick: startAgain }}
        />
      )}
      {!sessionLost && connection !== 'good' && (
        <NoticeBar
          tone="warning"
          icon={<CloudOff />}
          text={translate(`shell.notices.${connection}`)}
        />
      )}
      {hasNewVersion && (
        <NoticeBar
          tone="info"
          icon={<NewReleases />}
          text={translate('shell.notices.newVersion')}
          action={{
            label: translate('shell.notices.reload'),
            onClick: () => location.reload(),
          }}
        />
      )}
    </Box>
  );
};

interface Props {
  tone: 'warning' | 'error' | 'info';
  icon: ReactNode;
  text: string;
  action?: { label: string; onClick: () => void };
}

/** A slim line over the foot of the page, which it does not move; it takes no focus. */
const NoticeBar = ({ tone, icon, text, action }: Props) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      px: 2,
      py: 0.25,
      minHeight: 36,
      maxWidth: 720,
      pointerEvents: 'auto',
      borderRadius: 2,
      boxShadow: 6,
      bgcolor: `${tone}.light`,
      border: 1,
      borderColor: `${tone}.main`,
      '& svg': { color: `${tone}.main`, fontSize: 19 },
    }}
  >
    {icon}
    <Typography variant="body2" sx={{ minWidth: 0 }}>
      {text}
    </Typography>
    {action && (
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        onClick={action.onClick}
        sx={{ flex: 'none' }}
      >
        {action.label}
      </Button>
    )}
  </Box>
);

/** Live data away for less than this, ms, is a hiccup that nobody needs to hear of. */
const HICCUP = 20_000;

const followNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/** Whether this browser has a network, and, if it has, whether live data that once came still comes. */
const useConnection = (): 'good' | 'offline' | 'lost' => {
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const { connected, lastAnswer } = useLiveState();
  const broken = !connected && lastAnswer !== null;
  const [lost, setLost] = useState(false);
  useEffect(() => {
    setLost(false);
    if (!broken) return;
    const timer = setTimeout(() => setLost(true), HICCUP);
    return () => clearTimeout(timer);
  }, [broken]);
  if (!online) return 'offline';
  return broken && lost ? 'lost' : 'good';
};

/** A release comes every few weeks; asking costs a request. */
const EVERY = 5 * 60_000;
/** Somebody who goes back and forth between windows does not ask each time, ms. */
const REST = 60_000;

/**
 * Whether the server has another release of the console than this page.
 * @param own as the server named it when the page was loaded; without one it is never asked
 */
const useNewVersion = (own: string | undefined): boolean => {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (!own || isNew) return;
    let asked = Date.now();
    const ask = () => {
      if (document.hidden || Date.now() - asked < REST) return;
      asked = Date.now();
      loadRuntimeConfig().then(
        ({ version }) => setIsNew(version !== undefined && version !== own),
        // A server that is away for a moment; the next time will do.
        () => undefined,
      );
    };
    const timer = setInterval(ask, EVERY);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [own, isNew]);
  return isNew;
};
