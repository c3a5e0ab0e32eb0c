import EarlierIcon from '@mui/icons-material/ChevronLeft';
import LaterIcon from '@mui/icons-material/ChevronRight';
import { Autocomplete, Box, Button, IconButton, TextField, Tooltip } from '@mui/material';
import { type FormEvent, useDeferredValue, useEffect, useState } from 'react';
import { type RaRecord, useGetList, useTranslate } from 'react-admin';
import { MINUTE } from '../../../domain/duration';
import type { Label } from '../../../domain/label';
import type { TrackLimits } from '../../../domain/track/track';
import { momentFormat } from '../../../fields/clock';
import { DateTimeInput } from '../../../fields/views/DateTimeInput';
import { type PlaybackQuery, windowBefore } from './address';

interface Props {
  readonly request: PlaybackQuery | null;
  readonly limits: TrackLimits;
  readonly busy: boolean;
  readonly onAsk: (request: PlaybackQuery) => void;
}

interface Draft {
  readonly sns: readonly string[];
  /** Epoch ms; null for none, NaN for invalid input. */
  readonly from: number | null;
  readonly to: number | null;
}

const draftOf = (request: PlaybackQuery | null, minutes: number): Draft => {
  const { from, to } = request ?? {
    ...windowBefore(Date.now()),
    from: Date.now() - Math.min(30, minutes) * MINUTE,
  };
  return { sns: request?.sns ?? [], from, to };
};

/** Returns the first error of a draft, or undefined if it is valid. */
export const spanError = (
  { sns, from, to }: Draft,
  { minutes, devices }: TrackLimits,
): { at: 'sns' | 'from' | 'to'; reason: string; max?: number } | undefined => {
  if (sns.length === 0) return { at: 'sns', reason: 'noDevice' };
  if (sns.length > devices) return { at: 'sns', reason: 'mostDevices', max: devices };
  if (from === null || Number.isNaN(from)) return { at: 'from', reason: 'noTime' };
  if (to === null || Number.isNaN(to)) return { at: 'to', reason: 'noTime' };
  if (to <= from) return { at: 'to', reason: 'notLater' };
  return to - from > minutes * MINUTE ? { at: 'to', reason: 'tooLong', max: minutes } : undefined;
};

const ENDS = { from: ['From', '开始时间'], to: ['To', '结束时间'] } as const satisfies Record<
  string,
  Label
>;

/** Form of the locks and the span to play. */
export const SpanForm = ({ request, limits, busy, onAsk }: Props) => {
  const translate = useTranslate();
  const [draft, setDraft] = useState(() => draftOf(request, limits.minutes));
  const [isSubmitted, setIsSubmitted] = useState(false);
  // A new query in the URL, by a link or a step in time, resets the draft.
  useEffect(() => {
    if (request) setDraft(draftOf(request, 0));
  }, [request]);
  const error = spanError(draft, limits);
  // A span that is too long or reversed is reported at once, a missing value on submit.
  const showsError = isSubmitted || error?.reason === 'tooLong' || error?.reason === 'notLater';
  const helpOf = (at: 'sns' | 'from' | 'to') =>
    showsError && error?.at === at
      ? translate(`playback.form.${error.reason}`, { smart_count: error.max ?? 0 })
      : undefined;
  const limitText = translate('playback.form.atMost', { smart_count: limits.minutes });
  const atMost: Label = [limitText, limitText];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    const { sns, from, to } = draft;
    if (!error && from !== null && to !== null) onAsk({ sns, from, to });
  };
  const shift = (by: 1 | -1) => () => {
    if (!request) return;
    const length = request.to - request.from;
    onAsk({ ...request, from: request.from + by * length, to: request.to + by * length });
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      aria-label={translate('playback.form.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
    >
      <DevicePicker
        value={draft.sns}
        help={helpOf('sns')}
        onChange={(sns) => setDraft({ ...draft, sns })}
      />
      {(['from', 'to'] as const).map((end) => (
        <Box key={end} sx={{ width: { xs: '100%', sm: 232 } }}>
          <DateTimeInput
            format={momentFormat}
            field={{ label: ENDS[end], required: false, help: end === 'to' ? atMost : undefined }}
            name={end}
            isEnd={end === 'to'}
            value={draft[end]}
            onChange={(at) => setDraft({ ...draft, [end]: typeof at === 'number' ? at : null })}
            error={helpOf(end)}
          />
        </Box>
      ))}
      <Box sx={{ display: 'flex', gap: 0.5, alignItems: 'center', minHeight: 40 }}>
        <Button type="submit" variant="contained" disabled={busy}>
          {translate('playback.form.show')}
        </Button>
        <Tooltip title={translate('playback.form.earlier')}>
          <span>
            <IconButton
              aria-label={translate('playback.form.earlier')}
              disabled={!request}
              onClick={shift(-1)}
            >
              <EarlierIcon />
            </IconButton>
          </span>
        </Tooltip>
        <Tooltip title={translate('playback.form.later')}>
          <span>
            <IconButton
              aria-label={translate('playback.form.later')}
              disabled={!request}
              onClick={shift(1)}
            >
              <LaterIcon />
            </IconButton>
          </span>
        </Tooltip>
      </Box>
    </Box>
  );
};

interface DevicePickerProps {
  readonly value: readonly string[];
  readonly help: string | undefined;
  readonly onChange: (sns: readonly string[]) => void;
}

/** As many options as fit on a phone above its keyboard without scrolling. */
const MAX_OPTIONS = 8;

interface Device extends RaRecord {
  readonly sn: string;
  readonly device_name?: string | null;
}

/** Picker for locks by part of SN or name; a complete SN is accepted as typed. */
const DevicePicker = ({ value, help, onChange }: DevicePickerProps) => {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const searchText = useDeferredValue(text.trim());
  const bySn = useDevices('sn', searchText);
  const byName = useDevices('device_name', searchText);
  const devices = new Map([...bySn, ...byName].map((device) => [device.sn, device]));
  const label = translate('playback.form.devices');
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      size="small"
      options={[...devices.keys()].slice(0, MAX_OPTIONS)}
      filterOptions={(options) => options}
      filterSelectedOptions
      value={[...value]}
      inputValue={text}
      onInputChange={(_, input) => setText(input)}
      onChange={(_, sns) => onChange(sns.map((sn) => sn.trim()).filter(Boolean))}
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
          error={help !== undefined}
          helperText={help}
          margin="none"
        />
      )}
      sx={{ width: { xs: '100%', sm: 360 } }}
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
