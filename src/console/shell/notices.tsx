import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Confirm from '@mui/icons-material/HowToRegOutlined';
import NewReleases from '@mui/icons-material/NewReleasesOutlined';
import Logout from '@mui/icons-material/NoAccountsOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { AnyEntity } from '../../config';
import { DAY, MINUTE } from '../../domain/duration';
import { TICKETS } from '../../protocol';
import { useAnswersFilters, useApp, useEntityByName } from '../app/AppContext';
import { useListAddress } from '../app/menus';
import { useCanRead, useLiveState } from '../data';
import { loadRuntimeConfig } from '../data/session';
import { keepClear, useClearBottom } from '../look/floating';
import { useGrantedActions } from '../operations';

/** Distance from the lower edge, px. */
const BOTTOM = 12;

/** Notices for every page, which disappear when they no longer apply. */
export const NoticeBars = () => {
  const translate = useTranslate();
  const { sessionLoss, startAgain, runtime } = useApp();
  const connection = useConnection();
  const hasNewVersion = useNewVersion(runtime.version);
  const sessionLost = useSyncExternalStore(sessionLoss.subscribe, sessionLoss.isLost);
  const batches = useEntityByName('commandBatch');
  const area = useRef<HTMLDivElement>(null);
  useClearBottom(area, 'notices', BOTTOM);
  return (
    <Box
      ref={area}
      role="status"
      {...keepClear('notices')}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        bottom: BOTTOM,
        left: '50%',
        transform: 'translateX(-50%)',
        width: 'max-content',
        maxWidth: 'calc(100vw - 32px)',
        display: 'grid',
        justifyItems: 'center',
        gap: 1,
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
      {batches && <AwaitedConfirmations batches={batches} />}
      {hasNewVersion && (
        <NoticeBar
          tone="info"
          icon={<NewReleases />}
          text={translate('shell.notices.newVersion')}
          action={{
            label: translate('shell.error.reload'),
            onClick: () => location.reload(),
          }}
        />
      )}
    </Box>
  );
};

/** Poll interval of the commands that await confirmation, ms. */
const CONFIRMATIONS = 20_000;
/** Unconfirmed commands expire after this time, ms. */
const LAPSED = 7 * DAY;

/** Notice of commands that await a second person, for operators who may confirm them, until none is left. */
const AwaitedConfirmations = ({ batches }: { readonly batches: AnyEntity }) => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useListAddress()(batches.name, { state: ['unconfirmed'] });
  const mayConfirm = useGrantedActions(batches, 'row').some(({ code }) => code === 'confirm');
  const isCounted = useAnswersFilters();
  const readable = useCanRead(TICKETS);
  const [since] = useState(() => Date.now() - LAPSED);
  const { total = 0 } = useGetList(
    TICKETS,
    {
      filter: { state: ['unconfirmed'], create_time_from: since },
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'create_time', order: 'DESC' },
    },
    {
      enabled: list !== undefined && mayConfirm && readable && isCounted,
      refetchInterval: CONFIRMATIONS,
      retry: false,
    },
  );
  if (list === undefined || total === 0) return null;
  return (
    <NoticeBar
      tone="info"
      icon={<Confirm />}
      text={translate('shell.notices.unconfirmed', { smart_count: total })}
      action={{ label: translate('ra.action.show'), onClick: () => navigate(list) }}
    />
  );
};

interface Props {
  tone: 'warning' | 'error' | 'info';
  icon: ReactNode;
  text: string;
  action?: { label: string; onClick: () => void };
}

/**
 * Slim bar over the bottom of the page, which neither moves the page nor takes the focus. A notice that is no warning
 * is hidden behind dialogs, whose buttons are there on a phone.
 */
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
      ...(tone === 'info' && { 'body:has([aria-modal="true"]) &': { display: 'none' } }),
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

/** Shorter interruptions of live data are not reported, ms. */
const HICCUP = 20_000;

const followNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

/**
 * Returns the state of the connection: `offline` without a network, `lost` if live data was received before but no
 * longer is.
 */
const useConnection = (): 'good' | 'offline' | 'lost' => {
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  const { connected, lastAnswer } = useLiveState();
  const broken = !connected && lastAnswer !== null;
  const [isLost, setIsLost] = useState(false);
  useEffect(() => {
    setIsLost(false);
    if (!broken) return;
    const timer = setTimeout(() => setIsLost(true), HICCUP);
    return () => clearTimeout(timer);
  }, [broken]);
  if (!online) return 'offline';
  return broken && isLost ? 'lost' : 'good';
};

/** Interval of the version checks, ms: a release comes every few weeks, and a check costs a request. */
const EVERY = 5 * MINUTE;
/** Minimum between two checks, ms, so that switching between windows does not repeat them. */
const MIN_CHECK_INTERVAL = 60_000;

/**
 * Returns true if the server has another release of the console than this page.
 * @param own release at page load; undefined disables the check
 */
const useNewVersion = (own: string | undefined): boolean => {
  const { data: version } = useQuery({
    queryKey: ['version'],
    queryFn: async () => (await loadRuntimeConfig()).version ?? own,
    initialData: own,
    enabled: Boolean(own),
    staleTime: MIN_CHECK_INTERVAL,
    refetchInterval: EVERY,
    refetchOnWindowFocus: true,
  });
  return version !== own;
};
