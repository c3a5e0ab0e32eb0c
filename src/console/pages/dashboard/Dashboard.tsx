import MapIcon from '@mui/icons-material/Map';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Alert, Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { alarmKind } from '../../../domain/alarm';
import { simExpiry } from '../../../domain/card';
import { ticketState } from '../../../domain/ticket';
import { ownZone } from '../../../domain/zone';
import { TimeCell } from '../../../fields/views/cells';
import { useNow } from '../../../fields/views/reader';
import { TICKETS } from '../../../protocol';
import { type ListAddress, useListAddress, useMapPath } from '../../app';
import { ALARMS, useCanRead, useLiveState } from '../../data';
import { FRAME } from '../../look/theme';
import { useIsPhone } from '../../look/useIsPhone';
import { useFleetCounts } from '../fleetCounts';
import { ChoiceCard } from './ChoiceCard';
import { lastDays } from './figures';
import { NewestCard } from './NewestCard';
import { useCounts } from './PanelCard';
import { SealsCard } from './SealsCard';
import { StatusCard } from './StatusCard';
import { Tiles, UNPROCESSED } from './Tiles';

const SIM_CARDS = 'cardRenewal';
const OPEN_ALARMS = { by: 'state', filter: { state: [UNPROCESSED] } };
const WEEK = 7;
const MONTH = 30;

/**
 * Returns the number of open alarms by the count of their list, and true if history is still being backfilled. Falls
 * back to the devices' alarm counts if the server does not count alarms.
 */
const useOpenAlarms = (ofDevices: number | undefined) => {
  const readable = useCanRead(ALARMS);
  const { data, error } = useCounts(ALARMS, OPEN_ALARMS, readable);
  if (!readable || error) return { alarms: ofDevices ?? null, growing: false };
  const alarms = data ? data.groups.reduce((sum, { count }) => sum + count, 0) : null;
  return { alarms, growing: data?.growing ?? false };
};

/** Dashboard with the live state of the fleet and its latest events. */
export const Dashboard = () => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const month = useDays(MONTH);
  const thisWeek = { create_time_from: month.begins.at(-WEEK) };
  const weekNote = translate('dashboard.lastDays', { smart_count: WEEK });
  return (
    <Box
      sx={{
        p: `${FRAME.gap}px`,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: 'minmax(0, 1fr)',
        alignContent: 'start',
      }}
    >
      <DashboardHead entities={[TICKETS, ALARMS, SIM_CARDS, 'lockHistory']} />
      <FleetNow addressOf={addressOf} />
      <SealsCard days={month} addressOf={addressOf} />
      <CardRow>
        <ChoiceCard
          entity={ALARMS}
          by="police_type"
          table={alarmKind}
          tone="error"
          ranked
          hidesEmpty
          filter={thisWeek}
          title={translate('dashboard.alarmKinds')}
          note={weekNote}
          empty={translate('dashboard.noAlarmKinds')}
          addressOf={addressOf}
        />
        <ChoiceCard
          entity={TICKETS}
          by="state"
          table={ticketState}
          filter={thisWeek}
          title={translate('dashboard.results')}
          note={weekNote}
          empty={translate('dashboard.noResults')}
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
      <CardRow>
        <NewestCard
          entity={ALARMS}
          title={translate('dashboard.newestAlarms')}
          empty={translate('dashboard.noAlarms')}
          eventField="police_type"
          stateField="state"
          actorField="fault_code"
          addressOf={addressOf}
        />
        <NewestCard
          entity={TICKETS}
          title={translate('dashboard.newestCommands')}
          empty={translate('dashboard.noCommands')}
          eventField="cmd"
          stateField="state"
          actorField="operate_name"
          addressOf={addressOf}
        />
      </CardRow>
    </Box>
  );
};

/** Live part of the dashboard, separate from the charts, so that a burst of alarms does not render them again. */
const FleetNow = ({ addressOf }: { readonly addressOf: ListAddress }) => {
  const translate = useTranslate();
  const counts = useFleetCounts();
  const { alarms, growing } = useOpenAlarms(counts?.alarms);
  return (
    <>
      {growing && (
        <Alert severity="info" role="status">
          {translate('dashboard.growing')}
        </Alert>
      )}
      <CardRow shares={[7, 5]}>
        <Tiles counts={counts} alarms={alarms} addressOf={addressOf} />
        <StatusCard
          byStatus={counts?.byStatus ?? null}
          listOf={(status) => addressOf('device', { status: [status] })}
        />
      </CardRow>
    </>
  );
};

/** @param entities whose queries the refresh button repeats; live data needs none */
const DashboardHead = ({ entities }: { readonly entities: readonly string[] }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const map = useMapPath();
  const size = useIsPhone() ? 'small' : 'medium';
  const queryFilters = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      entities.includes(String(queryKey[0])),
  };
  const busy = useIsFetching(queryFilters) > 0;
  const refresh = translate('dashboard.refresh');
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: { xs: 1, sm: 2 },
        rowGap: 1,
      }}
    >
      <Typography variant="h3" component="h1">
        {translate('dashboard.fleet')}
      </Typography>
      <Freshness />
      <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
        <Tooltip title={refresh}>
          <IconButton
            size={size}
            aria-label={refresh}
            aria-busy={busy}
            onClick={() => client.invalidateQueries(queryFilters)}
          >
            <RefreshIcon />
          </IconButton>
        </Tooltip>
        {map && (
          <Button
            component={Link}
            to={map}
            size={size}
            variant="outlined"
            startIcon={<MapIcon />}
            sx={{ bgcolor: 'background.paper' }}
          >
            {translate('dashboard.map')}
          </Button>
        )}
      </Box>
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

interface Props {
  /** Relative widths of the columns; equal by default. */
  readonly shares?: readonly number[];
  readonly children: ReactNode;
}

/** Row of cards, stacked on narrow screens. */
const CardRow = ({ shares, children }: Props) => (
  <Box
    sx={(theme) => ({
      display: 'grid',
      gap: 2,
      alignItems: 'stretch',
      ...(shares
        ? { gridTemplateColumns: shares.map((share) => `minmax(0, ${share}fr)`).join(' ') }
        : { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' }),
      [theme.breakpoints.down('md')]: {
        gridAutoFlow: 'row',
        gridTemplateColumns: 'minmax(0, 1fr)',
      },
      // The operator may read none of them.
      '&:empty': { display: 'none' },
    })}
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
