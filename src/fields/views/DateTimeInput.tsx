import CalendarIcon from '@mui/icons-material/CalendarMonthOutlined';
import ClockIcon from '@mui/icons-material/Schedule';
import { IconButton, InputAdornment, Popover, Skeleton } from '@mui/material';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isBlank } from '../../config';
import { type DateTimeFormat, type Days, dayFormat, timeFormat } from '../clock';
import { rule, ruleText } from '../rule';
import { TextInput, type TextInputProps } from './inputs';
import { loadable } from './loadable';
import { useReaderLocale, useText } from './reader';

// The calendar is a large library, so it is loaded when it is first opened.
const Picker = loadable(() => import('./picker'), 'Picker');

interface Props extends Omit<TextInputProps, 'end' | 'type' | 'multiline'> {
  readonly format: DateTimeFormat;
  readonly days?: Days;
  /** True for the end of a range: a day without a time then means its end. */
  readonly isEnd?: boolean;
}

/**
 * Input of a day, a date and time, or a time of day. It is typed, or picked from the popup that the button or Alt+Down
 * opens. A text that cannot be parsed has the value NaN, which every rule rejects.
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
  // Keep the text as typed until blur, unless the value changes from outside.
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
        <Picker
          loading={<Skeleton variant="rounded" sx={sizes[kind]} />}
          kind={kind}
          value={isUnreadable ? null : value}
          days={days}
          isEnd={isEnd}
          onPick={pick}
          onDone={() => setOpen(false)}
        />
      </Popover>
    </div>
  );
};

/** Reserves the space of the popup until it is loaded, px. */
const sizes = {
  day: { width: 320, height: 388 },
  moment: { width: { xs: 320, sm: 434 }, height: { xs: 509, sm: 388 } },
  time: { width: 112, height: { xs: 172, sm: 382 } },
} as const;
