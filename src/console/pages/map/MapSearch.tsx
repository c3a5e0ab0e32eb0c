import SearchIcon from '@mui/icons-material/Search';
import { Autocomplete, Box, InputAdornment, TextField, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import type { LiveDevice } from '../../../domain/live';
import { type FleetStore, StateIcon } from '../../maps';

/** As many as fit without scrolling on a phone with its keyboard out. */
const RESULTS = 8;

interface Props {
  readonly store: FleetStore;
  readonly onPick: (sn: string) => void;
}

/** Finds a device by part of its SN or name. */
export const MapSearch = ({ store, onPick }: Props) => {
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
