import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import ClockIcon from '@mui/icons-material/Schedule';
import { Box, CircularProgress, IconButton, InputAdornment, Popover } from '@mui/material';
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react';
import { isBlank } from '../config';
import { type DateTimeFormat, type Days, dayFormat, timeFormat } from './clock';
import { TextInput, type TextInputProps } from './inputs';
import { useReaderLocale, useText } from './reader';
import { rule, ruleText } from './rule';

// The calendar is a library of its own: nobody pays for it before it is opened.
const Picker = lazy(() => import('./picker').then(({ Picker }) => ({ default: Picker })));

interface Props extends Omit<TextInputProps, 'end' | 'type' | 'shrink' | 'multiline'> {
  readonly format: DateTimeFormat;
  readonly days?: Days;
  /** It ends a range: a day alone means all of it. */
  readonly isEnd?: boolean;
}

/**
 * A day, a moment or a time of day: typed, or chosen from what its button or Alt and the arrow down open. What cannot
 * be read is NaN, which no rule takes.
 */
export const DateTimeInput = ({ format, days = {}, isEnd = false, ...props }: Props) => {
  const { value, onChange, onBlur, error, disabled } = props;
  const text = useText();
  const locale = useReaderLocale();
  const id = useId();
  const anchor = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [input, setInput] = useState<string | null>(null);
  const [wasBlurred, setWasBlurred] = useState(false);
  const readable = (entered: string) => format.parse(entered, isEnd) ?? Number.NaN;
  const type = (entered: unknown) => {
    const enteredText = typeof entered === 'string' ? entered : '';
    setInput(enteredText);
    setWasBlurred(false);
    onChange(enteredText.trim() === '' ? null : readable(enteredText));
  };
  // What was typed stands as it was typed until the box is left, unless another value came from elsewhere.
  const isOwn =
    input !== null &&
    (input.trim() === '' ? isBlank(value) : Object.is(readable(input), value ?? null));
  const isUnreadable = typeof value === 'number' && Number.isNaN(value);
  const leave = () => {
    if (!isUnreadable) setInput(null);
    setWasBlurred(true);
    onBlur?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey || disabled) return;
    event.preventDefault();
    setOpen(true);
  };
  const pick = (next: unknown) => {
    setInput(null);
    onChange(next);
  };
  const kind = format === dayFormat ? 'day' : format === timeFormat ? 'time' : 'moment';
  const opener =
    format === timeFormat
      ? text(['Choose a time', '选择时间'])
      : text(['Open the calendar', '打开日历']);
  return (
    <div ref={anchor} style={{ width: '100%' }}>
      <TextInput
        {...props}
        value={isOwn ? input : format.write(value)}
        onChange={type}
        onBlur={leave}
        error={
          error ?? (isUnreadable && wasBlurred ? ruleText(rule(format.wrong), locale) : undefined)
        }
        placeholder={text(format.form)}
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
              {format === timeFormat ? (
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
        <Suspense fallback={<Placeholder kind={kind} />}>
          <Picker
            kind={kind}
            value={isUnreadable ? null : value}
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

const Placeholder = ({ kind }: { readonly kind: keyof typeof sizes }) => (
  <Box sx={{ ...sizes[kind], display: 'grid', placeContent: 'center' }}>
    <CircularProgress size={24} />
  </Box>
);
