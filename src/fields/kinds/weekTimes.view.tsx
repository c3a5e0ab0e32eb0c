import {
  Box,
  FormControl,
  FormHelperText,
  FormLabel,
  Stack,
  ToggleButton,
  ToggleButtonGroup,
} from '@mui/material';
import type { Label } from '../../config';
import {
  shortWeekTimes,
  WEEK,
  type WeekTimes,
  weekTimesOf,
  weekTimesText,
} from '../../domain/weekTimes';
import { ownZone } from '../../domain/zone';
import { timeFormat } from '../clock';
import { Hint, SingleLine, TextCell } from '../views/cells';
import { DateTimeInput } from '../views/DateTimeInput';
import { useReaderLocale, useText } from '../views/reader';
import type { CellProps, FieldView, InputProps } from '../views/registry';
import { ZoneBox } from './zone.view';

/** Without any restriction the value is null. */
const orNothing = (times: WeekTimes): WeekTimes | null =>
  times.days.length === 0 && times.from === times.to ? null : times;

const Input = (props: InputProps<'weekTimes'>) => {
  const { field, name, value, onChange, onBlur, error, disabled, autoFocus, inputRef } = props;
  const text = useText();
  const times = weekTimesOf(value) ?? { days: [], from: '00:00', to: '00:00', zone: ownZone() };
  const change = (part: Partial<WeekTimes>) => onChange(orNothing({ ...times, ...part }));
  const clock = (end: 'from' | 'to', label: Label) => (
    <DateTimeInput
      format={timeFormat}
      field={{ label, required: false }}
      name={`${name}.${end}`}
      value={times[end]}
      onChange={(time) => typeof time === 'string' && change({ [end]: time })}
      onBlur={onBlur}
      disabled={disabled}
    />
  );
  return (
    <FormControl component="fieldset" error={error !== undefined} disabled={disabled}>
      <FormLabel component="legend" sx={{ typography: 'body2', mb: 1 }}>
        {text(field.label)}
      </FormLabel>
      <Stack spacing={1.5}>
        <ToggleButtonGroup
          size="small"
          value={[...times.days]}
          onChange={(_, days: number[]) => change({ days: [...days].sort() })}
          disabled={disabled}
          // A week fits in one line on a phone.
          sx={{
            '& .MuiToggleButton-root': {
              px: { xs: 1, sm: 1.5 },
              '@media (pointer: coarse)': { minHeight: 40, minWidth: 40 },
            },
          }}
        >
          {WEEK.map((label, i) => (
            <ToggleButton
              key={label[0]}
              value={i + 1}
              ref={i === 0 ? (inputRef as React.Ref<HTMLButtonElement>) : undefined}
              autoFocus={autoFocus && i === 0}
            >
              {text(label)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 2fr' },
          }}
        >
          {clock('from', ['From', '开始时间'])}
          {clock('to', ['To', '结束时间'])}
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            <ZoneBox
              label={text(['Time zone', '时区'])}
              value={times.zone}
              onChange={(zone) => change({ zone })}
              disabled={disabled}
            />
          </Box>
        </Box>
      </Stack>
      <FormHelperText>{error ?? (field.help && text(field.help))}</FormHelperText>
    </FormControl>
  );
};

/** In a list without the zone's name, which would be cut. */
const Cell = (props: CellProps<'weekTimes'>) => {
  const locale = useReaderLocale();
  const times = weekTimesOf(props.value);
  if (props.full || !times) return <TextCell {...props} />;
  return (
    <Hint title={weekTimesText(times, locale)} within={SingleLine}>
      {shortWeekTimes(times, locale, ownZone(), Date.now())}
    </Hint>
  );
};

export const view: FieldView<'weekTimes'> = {
  wide: true,
  long: true,
  sortable: false,
  Cell,
  Input,
};
