import MapIcon from '@mui/icons-material/Map';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Alert, Box, Button, Link as TextLink, Typography } from '@mui/material';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { IconButtonWithTooltip, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { alarmKind } from '../../../domain/alarm';
import { simExpiry } from '../../../domain/card';
import { COMMUNICATE_STATUS } from '../../../domain/lock';
import { ticketState } from '../../../domain/ticket';
import { ownZone } from '../../../domain/zone';
import { TimeCell } from '../../../fields/views/cells';
import { useNow, useReaderLocale } from '../../../fields/views/reader';
import { TICKETS } from '../../../protocol';
import { type ListAddress, useApp, useListAddress, useMapPath } from '../../app';
import { ALARMS, useCanRead, useLiveState } from '../../data';
import { FRAME } from '../../look/theme';
import { useIsPhone } from '../../look/useIsPhone';
import { useFleetCounts } from '../fleetCounts';
import { AttentionCard, OPEN_BY_SEVERITY } from './AttentionCard';
import { ChoiceCard } from './ChoiceCard';
import { ClockInDoubt } from './ClockInDoubt';
import { FleetCards } from './FleetCards';
import { lastDays } from './figures';
import { NewestCard } from './NewestCard';
import { SIM_CARDS, useCounts } from './PanelCard';
import { SealsCard } from './SealsCard';

const WEEK = 7;
const MONTH = 30;

/**
 * Dashboard. The first row answers what is wrong, moving, open and running out; below it are the trends and the latest
 * events.
 */
export const Dashboard = () => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const month = useDays(MONTH);
  const weekStart = month.begins.at(-WEEK);
  const weekNote = translate('dashboard.lastDays', { smart_count: WEEK });
  return (
    <Box
      sx={{
        p: `${FRAME.gap}px`,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
      }}
    >
      <DashboardHead entities={[TICKETS, ALARMS, SIM_CARDS, 'lockHistory']} addressOf={addressOf} />
      <ClockInDoubt addressOf={addressOf} />
      <DemoDatabase />
      <CardRow>
        <AttentionCard addressOf={addressOf} />
        <FleetNow addressOf={addressOf} />
      </CardRow>
      <CardRow>
        <SealsCard days={month} addressOf={addressOf} />
        <ChoiceCard
          entity={ALARMS}
          by="police_type"
          table={alarmKind}
          ranked
          filter={{ raise_time_from: weekStart }}
          title={translate('dashboard.alarmKinds')}
          note={weekNote}
          empty={translate('dashboard.noAlarmKinds')}
          addressOf={addressOf}
        />
      </CardRow>
      <CardRow>
        <NewestCard
          entity={TICKETS}
          filter={{}}
          title={translate('dashboard.newestCommands')}
          empty={translate('dashboard.noCommands')}
          eventField="cmd"
          stateField="state"
          actorField="operate_name"
          timeField="create_time"
          addressOf={addressOf}
        />
        <ChoiceCard
          entity={TICKETS}
          by="state"
          table={ticketState}
          filter={{ create_time_from: weekStart }}
          title={translate('dashboard.results')}
          note={weekNote}
          empty={translate('dashboard.noResults')}
          addressOf={addressOf}
        />
      </CardRow>
      <CardRow>
        <NewestCard
          entity={ALARMS}
          filter={{ state: [1] }}
          title={translate('dashboard.processedAlarms')}
          empty={translate('dashboard.noProcessedAlarms')}
          eventField="police_type"
          stateField="severity"
          actorField="processed_by"
          timeField="raise_time"
          addressOf={addressOf}
        />
        <ChoiceCard
          entity={SIM_CARDS}
          by="bucket"
          table={simExpiry}
          filter={{}}
          title={translate('dashboard.sim')}
          note={translate('dashboard.simNow')}
          empty={translate('dashboard.noSim')}
          addressOf={addressOf}
        />
      </CardRow>
    </Box>
  );
};

/** Warns administrators, who may read the system parameters, of a database that is for a demo only. */
const DemoDatabase = () => {
  const translate = useTranslate();
  const { demoDatabase } = useApp().runtime;
  const isAdministrator = useCanRead('systemParams');
  if (!demoDatabase || !isAdministrator) return null;
  return <Alert severity="warning">{translate('dashboard.demoDatabase')}</Alert>;
};

/** Live part of the dashboard, separate from the charts, so that a burst of changes does not render them again. */
const FleetNow = ({ addressOf }: { readonly addressOf: ListAddress }) => (
  <FleetCards counts={useFleetCounts()} addressOf={addressOf} />
);

const FleetSize = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const counts = useFleetCounts();
  if (!counts) return null;
  const totals = [
    { key: 'all', to: addressOf('device', {}) },
    { key: 'online', to: addressOf('device', { communicate_status: [COMMUNICATE_STATUS.online] }) },
  ] as const;
  return totals.map(({ key, to }) => {
    const label = translate(`dashboard.${key}`, {
      smart_count: counts[key],
      count: counts[key].toLocaleString(locale),
    });
    return (
      <Typography key={key} variant="body2" sx={{ color: 'text.secondary' }}>
        {to ? (
          <TextLink component={Link} to={to} color="inherit" underline="hover">
            {label}
          </TextLink>
        ) : (
          label
        )}
      </Typography>
    );
  });
};

/** Says that figures and charts still grow, while the demo's history is being backfilled. */
const Growing = () => {
  const translate = useTranslate();
  const readable = useCanRead(ALARMS);
  const { data } = useCounts(ALARMS, OPEN_BY_SEVERITY, readable);
  if (!data?.growing) return null;
  return (
    <Typography role="status" variant="body2" sx={{ width: 1, order: 1, color: 'text.secondary' }}>
      {translate('dashboard.growing')}
    </Typography>
  );
};

interface HeadProps {
  /** Entities whose queries the refresh button repeats; live data needs none. */
  readonly entities: readonly string[];
  readonly addressOf: ListAddress;
}

const HEAD_GAP = { xs: 1, sm: 2 } as const;

/** Beside the title; below title and buttons on a phone. */
const fleetLine = {
  display: 'flex',
  alignItems: 'center',
  columnGap: HEAD_GAP,
  order: { xs: 1, sm: 0 },
  width: { xs: 1, sm: 'auto' },
} as const;

const DashboardHead = ({ entities, addressOf }: HeadProps) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const map = useMapPath();
  const size = useIsPhone() ? 'small' : 'medium';
  const queryFilters = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      entities.includes(String(queryKey[0])),
  };
  const busy = useIsFetching(queryFilters) > 0;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: HEAD_GAP,
        rowGap: 1,
      }}
    >
      <Typography variant="h3" component="h1">
        {translate('dashboard.fleet')}
      </Typography>
      <Box sx={fleetLine}>
        <FleetSize addressOf={addressOf} />
        <Freshness />
      </Box>
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        <IconButtonWithTooltip
          label={translate('ra.action.refresh')}
          size={size}
          aria-busy={busy}
          onClick={() => client.invalidateQueries(queryFilters)}
        >
          <RefreshIcon />
        </IconButtonWithTooltip>
        {map && (
          <Button component={Link} to={map} size={size} variant="outlined" startIcon={<MapIcon />}>
            {translate('dashboard.map')}
          </Button>
        )}
      </Box>
      <Growing />
    </Box>
  );
};

/** Shows if the numbers are live, because a page that stopped looks like one without changes. */
const Freshness = () => {
  const translate = useTranslate();
  const { connected, lastAnswer } = useLiveState();
  if (lastAnswer === null) return null;
  return (
    <Box
      role="status"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'body2',
        color: connected ? 'text.secondary' : 'warning.main',
      }}
    >
      <Box
        component="span"
        sx={{
          width: 9,
          height: 9,
          borderRadius: '50%',
          border: 2,
          borderColor: connected ? 'success.main' : 'warning.main',
          bgcolor: connected ? 'success.main' : 'transparent',
        }}
      />
      {translate(`dashboard.${connected ? 'live' : 'paused'}`)}
      {!connected && <TimeCell at={lastAnswer} relative />}
    </Box>
  );
};

const CardRow = ({ children }: { readonly children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1.5,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '7fr 5fr' },
      '& > *': { minWidth: 0 },
      // The operator may read one of them, or none.
      '& > :only-child': { gridColumn: '1 / -1' },
      '&:empty': { display: 'none' },
    }}
  >
    {children}
  </Box>
);

/** Returns the last days in the reader's time zone; stable until midnight. */
const useDays = (count: number) => {
  const now = useNow();
  const zone = ownZone();
  const [today = 0] = lastDays(1, now, zone).begins;
  return useMemo(() => lastDays(count, today, zone), [count, today, zone]);
};
