import MapIcon from '@mui/icons-material/Map';
import { Box, Button, type Theme, Typography } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { TICKETS } from '../../data';
import { useMenus } from '../../shell/MenuContext';
import { FRAME } from '../../theme';
import { mapPath } from '../fleet/mapRoutes';
import { useFleetCounts } from '../fleet/useFleetCounts';
import { useListAddress } from '../fleet/useListAddress';

import { Freshness } from './Freshness';
import { NewestCard } from './NewestCard';
import { StatusCard } from './StatusCard';
import { Tiles } from './Tiles';

const ALARMS = 'alertRecord';

/** New alarms are not told as such, but the devices' numbers of them are. */
const useFreshAlarms = (alarms: number | undefined) => {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again because their number changed
  useEffect(() => {
    client.invalidateQueries({ queryKey: [ALARMS, 'getList'] });
  }, [client, alarms]);
};

/** The state of the fleet and what happened last, as it happens. */
export const Dashboard = () => {
  const translate = useTranslate();
  const addressOf = useListAddress();
  const counts = useFleetCounts();
  const map = mapPath(useMenus().routes);
  useFreshAlarms(counts?.alarms);
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
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Typography variant="h3" component="h1">
          {translate('pages.dashboard.fleet')}
        </Typography>
        <Freshness />
        {map && (
          <Button
            component={Link}
            to={map}
            variant="outlined"
            startIcon={<MapIcon />}
            sx={{ ml: 'auto', bgcolor: 'background.paper' }}
          >
            {translate('pages.dashboard.map')}
          </Button>
        )}
      </Box>
      <Box sx={columns('7fr 5fr')}>
        <Tiles counts={counts} addressOf={addressOf} />
        <StatusCard
          byStatus={counts?.byStatus ?? null}
          listOf={(status) => addressOf('device', { status: [status] })}
        />
      </Box>
      <Box sx={columns('1fr 1fr')}>
        <NewestCard
          entity={TICKETS}
          title={translate('pages.dashboard.newestCommands')}
          empty={translate('pages.dashboard.noCommands')}
          what="cmd"
          state="state"
          by="operate_name"
          addressOf={addressOf}
        />
        <NewestCard
          entity={ALARMS}
          title={translate('pages.dashboard.newestAlarms')}
          empty={translate('pages.dashboard.noAlarms')}
          what="police_type"
          state="state"
          by="fault_code"
          addressOf={addressOf}
        />
      </Box>
    </Box>
  );
};

/** Side by side where there is room. */
const columns = (template: string) => (theme: Theme) => ({
  display: 'grid',
  gap: 2,
  alignItems: 'stretch',
  gridTemplateColumns: template.replaceAll(/\d+fr/g, 'minmax(0, $&)'),
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
});
