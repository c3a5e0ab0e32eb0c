import ResetIcon from '@mui/icons-material/FilterAltOff';
import OnlineIcon from '@mui/icons-material/Wifi';
import OfflineIcon from '@mui/icons-material/WifiOff';
import { Box, ButtonBase, IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { LOCK, type LockStatus } from '../../../domain/lock';
import { useReaderLocale } from '../../../fields/controls/useText';
import { StateIcon, useStateName } from '../../maps';
import type { FleetCounts } from '../fleet/fleetTally';
import { isNarrow, type MapFilter, toggled } from './mapFilter';

const STATUSES: readonly LockStatus[] = [
  LOCK.sealed,
  LOCK.closed,
  LOCK.open,
  LOCK.abnormal,
  LOCK.initial,
];

interface ChipProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly count: number | undefined;
  readonly chosen: boolean;
  readonly onToggle: () => void;
}

const FilterChip = ({ icon, label, count, chosen, onToggle }: ChipProps) => {
  const locale = useReaderLocale();
  return (
    <ButtonBase
      aria-pressed={chosen}
      onClick={onToggle}
      sx={{
        flex: 'none',
        height: 36,
        pl: 0.5,
        pr: 1.5,
        gap: 0.75,
        borderRadius: 4.5,
        border: 2,
        borderColor: chosen ? 'primary.main' : 'transparent',
        bgcolor: 'background.paper',
        boxShadow: 2,
        typography: 'body2',
        whiteSpace: 'nowrap',
        '&:hover': { bgcolor: 'background.default' },
      }}
    >
      {icon}
      {label}
      <Box component="span" sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums' }}>
        {count?.toLocaleString(locale)}
      </Box>
    </ButtonBase>
  );
};

interface Props {
  readonly counts: FleetCounts | null;
  readonly filter: MapFilter;
  readonly onChange: (filter: MapFilter) => void;
}

/** What of the fleet the map shows: any of the chosen states, and of the chosen connections. */
export const FilterChips = ({ counts, filter, onChange }: Props) => {
  const translate = useTranslate();
  const nameOf = useStateName();
  const reset = translate('pages.map.resetFilters');
  const links = [
    { link: 1, key: 'online', Icon: OnlineIcon },
    { link: 0, key: 'offline', Icon: OfflineIcon },
  ] as const;
  return (
    <Box
      role="group"
      aria-label={translate('pages.map.filters')}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        maxWidth: '100%',
        '& > *': { pointerEvents: 'auto' },
        [theme.breakpoints.down('sm')]: {
          flexWrap: 'nowrap',
          overflowX: 'auto',
          scrollbarWidth: 'none',
          // Shadows and focus rings are not cut, and the row still begins at the edge of the screen.
          maxWidth: 'none',
          mx: -1.5,
          px: 1.5,
          py: 0.75,
          my: -0.75,
        },
      })}
    >
      {STATUSES.map((status) => (
        <FilterChip
          key={status}
          icon={<StateIcon status={status} />}
          label={nameOf(status)}
          count={counts?.byStatus[status]}
          chosen={filter.status.includes(status)}
          onToggle={() => onChange({ ...filter, status: toggled(filter.status, status) })}
        />
      ))}
      {links.map(({ link, key, Icon }) => (
        <FilterChip
          key={key}
          icon={<Icon fontSize="small" color={link ? 'success' : 'disabled'} sx={{ ml: 0.75 }} />}
          label={translate(`pages.map.${key}`)}
          count={counts?.[key]}
          chosen={filter.link.includes(link)}
          onToggle={() => onChange({ ...filter, link: toggled(filter.link, link) })}
        />
      ))}
      {isNarrow(filter) && (
        <Tooltip title={reset}>
          <IconButton
            size="small"
            aria-label={reset}
            onClick={() => onChange({ status: [], link: [] })}
            sx={{ bgcolor: 'background.paper', boxShadow: 2, width: 36, height: 36 }}
          >
            <ResetIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
};
