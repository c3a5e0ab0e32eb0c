import EarlierIcon from '@mui/icons-material/ChevronLeft';
import LaterIcon from '@mui/icons-material/ChevronRight';
import {
  Box,
  IconButton,
  type IconButtonProps,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { dayOf } from '../../../domain/figures';
import type { Label } from '../../../domain/label';
import { dayAround, nextDay } from '../../../domain/track/day';
import { dayFormat } from '../../../fields/clock';
import { DateTimeInput } from '../../../fields/views/DateTimeInput';
import { DevicePicker } from './DevicePicker';
import type { Playback } from './usePlayback';

const DAY_LABEL: Label = ['Day', '日期'];

/** Returns a function that shows another day of the locks; days after today are ignored. */
export const dayChooser =
  ({ sns, now, show }: Pick<Playback, 'sns' | 'now' | 'show'>) =>
  (day: string): void => {
    if (sns.length > 0 && day <= dayOf(now)) show({ sns, day });
  };

export const PlaybackBar = ({ playback }: { readonly playback: Playback }) => {
  const translate = useTranslate();
  const { sns, day, now, frame, player, show } = playback;
  const choose = dayChooser(playback);
  const today = dayOf(now);
  const yesterday = dayOf(nextDay(dayAround(now), -1).from);
  const shownDay = day && dayOf(day.from);
  const chooseLocks = (next: readonly string[]) =>
    show({ sns: next, ...(frame && next.length > 0 && { frame, at: player.time }) });
  return (
    <Box
      role="group"
      aria-label={translate('playback.form.label')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: { xs: 1, sm: 1.5 }, alignItems: 'flex-start' }}
    >
      <DevicePicker value={sns} onChange={chooseLocks} />
      <ToggleButtonGroup
        exclusive
        size="small"
        value={shownDay ?? null}
        disabled={sns.length === 0}
        aria-label={translate('charts.day')}
        sx={{ height: 40, bgcolor: 'background.paper' }}
      >
        <ToggleButton value={today} onClick={() => choose(today)} sx={toggleStyle}>
          {translate('playback.day.today')}
        </ToggleButton>
        <ToggleButton value={yesterday} onClick={() => choose(yesterday)} sx={toggleStyle}>
          {translate('playback.day.yesterday')}
        </ToggleButton>
      </ToggleButtonGroup>
      {day && (
        <Box sx={{ display: 'flex', alignItems: 'center', flex: { xs: 1, sm: 'none' } }}>
          <DayStep
            label={translate('playback.day.before')}
            onClick={() => choose(dayOf(nextDay(day, -1).from))}
          >
            <EarlierIcon />
          </DayStep>
          <Box sx={{ width: 152 }}>
            <DateTimeInput
              format={dayFormat}
              field={{ label: DAY_LABEL, required: false }}
              name="day"
              days={{ max: today }}
              value={shownDay}
              onChange={(next) => typeof next === 'string' && choose(next)}
            />
          </Box>
          <DayStep
            label={translate('playback.day.after')}
            disabled={shownDay === today}
            onClick={() => choose(dayOf(nextDay(day, 1).from))}
          >
            <LaterIcon />
          </DayStep>
        </Box>
      )}
    </Box>
  );
};

/** Grey on grey would not have the contrast of text. */
const toggleStyle = {
  color: 'text.primary',
  whiteSpace: 'nowrap',
  px: { xs: 0.75, sm: 1.5 },
} as const;

const DayStep = ({ label, ...props }: IconButtonProps & { readonly label: string }) => (
  <Tooltip title={label}>
    <span>
      <IconButton {...props} aria-label={label} sx={{ px: { xs: 0.25, sm: 1 } }} />
    </span>
  </Tooltip>
);
