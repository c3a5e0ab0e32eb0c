import { DAY, type DurationUnit, HOUR, MINUTE, SECOND, UNIT_MS } from '../../domain/duration';
import { MINUTES, offlineText, type UnitLabel } from '../../domain/figures';
import type { Locale } from '../../domain/label';
import { EmptyCell, NumberList } from '../views/cells';
import { NumberRangeFilter } from '../views/filters';
import { NumberInput } from '../views/inputs';
import { useReaderLocale } from '../views/reader';
import type { CellProps, FieldView } from '../views/registry';

const Cell = ({ value, field }: CellProps<'duration'>) => {
  const locale = useReaderLocale();
  const unit = field.unit ?? 'ms';
  const text = field.silence
    ? offlineText(msOf(Number(value), unit), locale)
    : durationText(Number(value), unit, locale);
  return text === null ? <EmptyCell /> : <NumberList>{text}</NumberList>;
};

export const view: FieldView<'duration'> = {
  align: 'right',
  Cell,
  Input: (props) => (
    <NumberInput {...props} unit={unitLabels[props.field.unit ?? 'ms']} keys="numeric" />
  ),
  Filter: (props) => <NumberRangeFilter {...props} unit={unitLabels[props.field.unit ?? 'ms']} />,
};

/** Units beside the input. */
const unitLabels: { readonly [U in DurationUnit]: UnitLabel } = {
  ms: ['ms', '毫秒'],
  s: ['s', '秒'],
  min: MINUTES,
};

const names = {
  en: { d: ' d', h: ' h', min: ' min', s: ' s', ms: ' ms' },
  zh: { d: ' 天', h: ' 小时', min: ' 分', s: ' 秒', ms: ' 毫秒' },
} as const;

const parts = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
  ['s', SECOND],
] as const;

const msOf = (value: number, unit: DurationUnit): number => value * UNIT_MS[unit];

/** Formats a duration in its two largest units: "1 h 5 min", "2 d", "830 ms". */
export const durationText = (value: number, unit: DurationUnit, locale: Locale): string => {
  const ms = msOf(value, unit);
  const name = names[locale];
  if (ms < SECOND) return `${ms}${name.ms}`;
  // Tenths of a second below a minute, a second unit above.
  if (ms < MINUTE) return `${Math.round(ms / 100) / 10}${name.s}`;
  let rest = ms;
  const texts: string[] = [];
  for (const [part, size] of parts) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) texts.push(`${count}${name[part]}`);
    if (texts.length === 2) break;
  }
  return texts.join(' ');
};
