import { Box, Button, DialogActions } from '@mui/material';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { enUS, zhCN } from '@mui/x-date-pickers/locales';
import { MultiSectionDigitalClock } from '@mui/x-date-pickers/MultiSectionDigitalClock';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/en-gb';
import 'dayjs/locale/zh-cn';
import type { Locale } from '../../domain/label';
import type { Days } from '../clock';
import { useReaderLocale, useText } from './reader';

interface Props {
  readonly kind: 'day' | 'moment' | 'time';
  /** yyyy-MM-dd, epoch ms or HH:mm; blank for none. */
  readonly value: unknown;
  readonly days: Days;
  /** True for the end of a range: a picked day then means its end. */
  readonly isEnd: boolean;
  readonly onPick: (value: unknown) => void;
  readonly onDone: () => void;
}

/** Weeks begin on Monday, as in `domain/period`. */
const languages = {
  en: { adapter: 'en-gb', texts: enUS, head: 'MMMM YYYY', hours: 'hours', minutes: 'minutes' },
  zh: { adapter: 'zh-cn', texts: zhCN, head: 'YYYY年M月', hours: '时', minutes: '分' },
} as const satisfies Record<Locale, object>;

const momentOf = (kind: Props['kind'], value: unknown): Dayjs | null => {
  const at = dayjs(kind === 'time' ? `2000-01-01T${value}` : (value as string | number | null));
  return value !== null && value !== undefined && value !== '' && at.isValid() ? at : null;
};

const asValue = (kind: Props['kind'], at: Dayjs): string | number => {
  if (kind === 'moment') return at.valueOf();
  return at.format(kind === 'day' ? 'YYYY-MM-DD' : 'HH:mm');
};

/** Calendar, calendar with clock, or clock. Picking a day closes a calendar; a clock has a button. */
export const Picker = ({ kind, value, days, isEnd, onPick, onDone }: Props) => {
  const text = useText();
  const { adapter, texts, head, hours, minutes } = languages[useReaderLocale()];
  const at = momentOf(kind, value);
  const now = dayjs();
  const pick = (day: Dayjs | null) => day?.isValid() && onPick(asValue(kind, day));
  const pickDay = (day: Dayjs | null) => {
    if (!day) return;
    // The first pick is a day without a time.
    if (kind === 'moment' && !at) pick(isEnd ? day.endOf('day') : day.startOf('day'));
    else pick(day);
    if (kind === 'day') onDone();
  };
  return (
    <LocalizationProvider
      dateAdapter={AdapterDayjs}
      adapterLocale={adapter}
      localeText={{
        ...texts.components.MuiLocalizationProvider.defaultProps.localeText,
        // Screen readers get the visible text: the library's own texts drop the leading zero.
        hoursClockNumberText: (hour) => `${hour.padStart(2, '0')} ${hours}`,
        minutesClockNumberText: (minute) => `${minute.padStart(2, '0')} ${minutes}`,
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        {kind !== 'time' && (
          <DateCalendar
            autoFocus
            value={at}
            onChange={pickDay}
            views={['year', 'month', 'day']}
            openTo="day"
            minDate={days.min === undefined ? undefined : dayjs(days.min)}
            maxDate={days.max === undefined ? undefined : dayjs(days.max)}
            sx={{ flexShrink: 0, mx: 0 }}
            slotProps={{ calendarHeader: { format: head } }}
          />
        )}
        {kind !== 'day' && (
          <MultiSectionDigitalClock
            autoFocus={kind === 'time'}
            ampm={false}
            value={at}
            onChange={pick}
            // Seconds can only be typed.
            timeSteps={{ minutes: 5 }}
            sx={{
              justifyContent: 'center',
              width: { xs: 'auto', sm: 112 },
              borderLeft: { xs: 0, sm: 1 },
              borderTop: { xs: 1, sm: 0 },
              // Repeated for both widths, as the library overrides it on wide screens.
              borderColor: { xs: 'divider', sm: 'divider' },
              '& ul': { maxHeight: { xs: 120, sm: 330 } },
            }}
          />
        )}
      </Box>
      <DialogActions>
        <Button
          onClick={() => {
            pick(now);
            if (kind === 'day') onDone();
          }}
        >
          {text(kind === 'day' ? ['Today', '今天'] : ['Now', '现在'])}
        </Button>
        {kind !== 'day' && (
          <Button variant="contained" onClick={onDone}>
            {text(['Done', '完成'])}
          </Button>
        )}
      </DialogActions>
    </LocalizationProvider>
  );
};
