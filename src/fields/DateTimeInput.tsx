import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import ClockIcon from '@mui/icons-material/Schedule';
import { Box, CircularProgress, IconButton, InputAdornment, Popover } from '@mui/material';
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { isBlank } from '../config';
import { type Clock, type Days, dayClock, timeClock } from './clock';
import { TextInput, type TextInputProps } from './inputs';
import { useReaderLocale, useText } from './reader';
import { rule, ruleText } from './rule';

// The calendar is a library of its own: nobody pays for it before it is opened.
const Picker = lazy(() => import('./picker').then(({ Picker }) => ({ default: Picker })));

interface Props extends Omit<TextInputProps, 'end' | 'type' | 'shrink' | 'multiline'> {
  readonly clock: Clock;
  readonly days?: Days;
  /** It ends a range: a day alone means all of it. */
  readonly isEnd?: boolean;
}

/**
 * A day, a moment or a time of day: typed, or chosen from what its button or Alt and the arrow down open. What cannot
 * be read is NaN, which no rule takes.
 */
export const DateTimeInput = ({ clock, days = {}, isEnd = false, ...props }: Props) => {
  const { value, onChange, onBlur, error, disabled } = props;
  const text = useText();
  const locale = useReaderLocale();
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const readable = (entered: string) => clock.read(entered, isEnd) ?? Number.NaN;
  const type = (entered: unknown) => {
    const given = typeof entered === 'string' ? entered : '';
    setTyped(given);
    setLeft(false);
    onChange(given.trim() === '' ? null : readable(given));
  };
  // What was typed stands as it was typed until the box is left, unless another value came from elsewhere.
  const isOwn =
    typed !== null &&
    (typed.trim() === '' ? isBlank(value) : Object.is(readable(typed), value ?? null));
  const unread = typeof value === 'number' && Number.isNaN(value);
  const leave = () => {
    if (!unread) setTyped(null);
    setLeft(true);
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey || disabled) return;
    event.preventDefault();
    setOpen(true);
  };
  const pick = (chosen: unknown) => {
    setTyped(null);
    onChange(chosen);
  };
  const kind = clock === dayClock ? 'day' : clock === timeClock ? 'time' : 'moment';
  const opener =
    clock === timeClock
      ? text(['Choose a time', '选择时间'])
      : text(['Open the calendar', '打开日历']);
  return (
    <div ref={anchor} style={{ width: '100%' }}>
      <TextInput
        {...props}
        value={isOwn ? typed : clock.write(value)}
        onChange={type}
        onBlur={leave}
        error={error ?? (unread && left ? ruleText(rule(clock.wrong), locale) : undefined)}
        placeholder={text(clock.form)}
        html={{ ...props.html, onKeyDown }}
        end={
          <InputAdornment position="end">
            <IconButton
              edge="end"
              size="small"
              aria-label={opener}
              aria-haspopup="dialog"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              disabled={disabled}
              onClick={() => setOpen(true)}
            >
              {clock === timeClock ? (
                <ClockIcon fontSize="small" />
              ) : (
                <CalendarIcon fontSize="small" />
              )}
            </IconButton>
          </InputAdornment>
        }
      />
      <Popover
        id={id}
        open={open}
        onClose={() => setOpen(false)}
        anchorEl={anchor.current}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text(props.field.label) } }}
      >
        <Suspense fallback={<Room kind={kind} />}>
          <Picker
            kind={kind}
            value={unread ? null : value}
            days={days}
            isEnd={isEnd}
            onPick={pick}
            onDone={() => setOpen(false)}
          />
        </Suspense>
      </Popover>
    </div>
  );
};

/** px, so that what opens has its place before it is there. */
const sizes = {
  day: { width: 320, height: 388 },
  moment: { width: { xs: 320, sm: 434 }, height: { xs: 509, sm: 388 } },
  time: { width: 112, height: { xs: 172, sm: 382 } },
} as const;

const Room = ({ kind }: { readonly kind: keyof typeof sizes }) => (
  <Box sx={{ ...sizes[kind], display: 'grid', placeContent: 'center' }}>
    <CircularProgress size={24} />
  </Box>
);
