import SearchIcon from '@mui/icons-material/Search';
import { Alert, Autocomplete, Box, InputAdornment, TextField, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { useLiveKnown, useLiveState } from '../../data';
import { DataAge, type FleetStore, MapOverlay, StateIcon } from '../../maps';
import type { MapState } from './mapState';

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
  const known = useLiveKnown();
  const { selected, change } = state;
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
            <LiveAge />
          </Box>
        </Box>
        {unknown && known && (
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

/** Alone with what changes each second. */
const LiveAge = () => {
  const { failed, lastAnswer, progress } = useLiveState();
  return <DataAge lastAnswer={lastAnswer} connected={!failed} progress={progress} />;
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
  const found = useMemo(
    () => store.fleet.search(text, RESULTS).rows.flatMap((row) => store.fleet.at(row) ?? []),
    [store, text],
  );
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
