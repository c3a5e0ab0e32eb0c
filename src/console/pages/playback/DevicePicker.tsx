import { Autocomplete, Box, TextField } from '@mui/material';
import { useDeferredValue, useState } from 'react';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { useLockNames } from '../../app/recordNames';
import { useTrackLimits } from './playbackData';

interface Props {
  readonly value: readonly string[];
  readonly onChange: (sns: readonly string[]) => void;
}

/** As many options as fit on a phone above its keyboard without scrolling. */
const MAX_OPTIONS = 8;

interface Device extends RaRecord {
  readonly sn: string;
  readonly device_name?: string | null;
}

/** Picker for locks by part of SN or name; a complete SN is accepted as typed. */
export const DevicePicker = ({ value, onChange }: Props) => {
  const translate = useTranslate();
  const { devices: max } = useTrackLimits();
  const [isFull, setIsFull] = useState(false);
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text.trim());
  const bySn = useDevices('sn', searchText);
  const byName = useDevices('device_name', searchText);
  const devices = new Map([...bySn, ...byName].map((device) => [device.sn, device]));
  const nameOf = useLockNames();
  const label = translate('playback.devices');
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      size="small"
      options={[...devices.keys()].slice(0, MAX_OPTIONS)}
      getOptionLabel={(sn) => nameOf(sn) ?? sn}
      filterOptions={(options) => options}
      filterSelectedOptions
      value={[...value]}
      inputValue={text}
      onInputChange={(_, input) => setText(input)}
      onChange={(_, sns) => {
        setIsFull(sns.length > max);
        if (sns.length <= max) onChange(sns.map((sn) => sn.trim()).filter(Boolean));
      }}
      limitTags={2}
      renderOption={({ key, ...props }, sn) => (
        <Box component="li" key={key} {...props}>
          {devices.get(sn)?.device_name ? `${devices.get(sn)?.device_name} · ${sn}` : sn}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          placeholder={value.length === 0 ? translate('playback.form.search') : undefined}
          error={isFull}
          helperText={isFull && translate('playback.form.mostDevices', { smart_count: max })}
          autoFocus={value.length === 0}
          margin="none"
        />
      )}
      sx={{
        width: { xs: '100%', sm: 320 },
        // The primary colour lacks contrast on the page's ground.
        '& label.Mui-focused': { color: 'text.primary' },
      }}
    />
  );
};

const useDevices = (field: 'sn' | 'device_name', text: string): readonly Device[] => {
  const { data } = useGetList<Device>(
    'device',
    {
      filter: text ? { [field]: text } : {},
      pagination: { page: 1, perPage: MAX_OPTIONS },
      sort: { field: 'sn', order: 'ASC' },
    },
    { enabled: field === 'sn' || text !== '', retry: false },
  );
  return data ?? [];
};
