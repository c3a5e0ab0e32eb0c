import ResetIcon from '@mui/icons-material/FilterAltOff';
import SearchIcon from '@mui/icons-material/Search';
import OnlineIcon from '@mui/icons-material/Wifi';
import OfflineIcon from '@mui/icons-material/WifiOff';
import {
  Alert,
  Autocomplete,
  Box,
  ButtonBase,
  IconButton,
  InputAdornment,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { useReaderLocale } from '../../../fields/reader';
import { useLiveState } from '../../data';
import { DataAge, type FleetStore, MapOverlay, StateIcon, useStateName } from '../../maps';
import { type FleetCounts, STATUS_ORDER, useFleetCounts } from '../fleetCounts';
import { isFiltered, type MapFilter, type MapState, toggled } from './mapState';

interface Props {
  readonly store: FleetStore;
  readonly state: MapState;
  /** A device was searched for and found. */
  readonly onFind: (sn: string) => void;
  /** The address names a device that the fleet has not. */
  readonly unknown: boolean;
  /** The map says something of its own under the filters, where the screen is not wide. */
  readonly notice: boolean;
}

/** What stands over the map: search, filters, and how old the data is. */
export const MapBar = ({ store, state, onFind, unknown, notice }: Props) => {
  const translate = useTranslate();
  const counts = useFleetCounts();
  const live = useLiveState();
  const { filter, selected, change } = state;
  return (
    <MapOverlay>
      <Box
        sx={{
          position: 'absolute',
          top: 12,
          left: 12,
          right: 12,
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 1.25,
          justifyItems: 'start',
        }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, width: '100%' }}>
          <Box sx={{ flex: { xs: '1 1 0', sm: '0 1 260px' }, mr: 'auto', pointerEvents: 'auto' }}>
            <MapSearch store={store} onPick={onFind} />
          </Box>
          <Box sx={{ pointerEvents: 'auto' }}>
            <DataAge {...live} />
          </Box>
        </Box>
        <Box sx={{ maxWidth: '100%' }}>
          <FilterChips
            counts={counts}
            filter={filter}
            onChange={(next) => change({ filter: next })}
          />
        </Box>
        {unknown && live.lastAnswer !== null && (
          <Alert
            severity="warning"
            onClose={() => change({ selected: null })}
            sx={{ pointerEvents: 'auto', mt: { xs: notice ? 7 : 0, md: 0 } }}
          >
            {translate('pages.map.notFound', { sn: selected })}
          </Alert>
        )}
      </Box>
    </MapOverlay>
  );
};

/** As many as fit without scrolling on a phone with its keyboard out. */
const RESULTS = 8;

interface MapSearchProps {
  readonly store: FleetStore;
  readonly onPick: (sn: string) => void;
}

/** Finds a device by part of its SN or name. */
const MapSearch = ({ store, onPick }: MapSearchProps) => {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const label = translate('pages.map.search');
  // Not with every change of the fleet: what somebody is about to press must not move.
  const found = useMemo(() => store.search(text, RESULTS), [store, text]);
  return (
    <Autocomplete<LiveDevice>
      options={found}
      filterOptions={(options) => options}
      getOptionKey={({ sn }) => sn}
      getOptionLabel={({ sn }) => sn}
      isOptionEqualToValue={(a, b) => a.sn === b.sn}
      value={null}
      inputValue={text}
      onInputChange={(_, typed, reason) => setText(reason === 'reset' ? '' : typed)}
      onChange={(_, device) => device && onPick(device.sn)}
      open={text.trim() !== ''}
      autoHighlight
      blurOnSelect
      forcePopupIcon={false}
      noOptionsText={translate('pages.map.nothingFound', { text })}
      clearText={translate('pages.map.clear')}
      renderOption={({ key, ...props }, { sn, device_name, status }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1.25 }}>
          <StateIcon status={status} />
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap>{device_name || sn}</Typography>
            {device_name && (
              <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
                {sn}
              </Typography>
            )}
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder={label}
          margin="none"
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps.htmlInput,
              'aria-label': label,
              enterKeyHint: 'search',
            },
            input: {
              ...params.slotProps.input,
              startAdornment: (
                <InputAdornment position="start" sx={{ mr: 0.25 }}>
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
      sx={{ width: '100%', '& .MuiOutlinedInput-root': { boxShadow: 2, minHeight: 40 } }}
    />
  );
};

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

interface FilterChipsProps {
  readonly counts: FleetCounts | null;
  readonly filter: MapFilter;
  readonly onChange: (filter: MapFilter) => void;
}

/** What of the fleet the map shows: any of the chosen states, and of the chosen connections. */
const FilterChips = ({ counts, filter, onChange }: FilterChipsProps) => {
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
      {STATUS_ORDER.map((status) => (
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
      {isFiltered(filter) && (
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
