import MapIcon from '@mui/icons-material/Map';
import RefreshIcon from '@mui/icons-material/Refresh';
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { useIsPhone, useMapPath } from '../../shell';
import { Freshness } from './Freshness';

/** @param entities whose records the page shows, besides live data */
export const DashboardHead = ({ entities }: { readonly entities: readonly string[] }) => {
  const translate = useTranslate();
  const client = useQueryClient();
  const map = useMapPath();
  const size = useIsPhone() ? 'small' : 'medium';
  const shown = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      entities.includes(String(queryKey[0])),
  };
  const busy = useIsFetching(shown) > 0;
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
            onClick={() => client.invalidateQueries(shown)}
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
