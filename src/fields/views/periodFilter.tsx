import { ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { isBlank } from '../../config';
import { distanceText, momentFromNow } from '../../domain/figures';
import { choiceLabel } from '../../domain/label';
import type { Period } from '../../domain/period';
import type { DateTimeFormat } from '../clock';
import { periodName, rangeNames } from '../schemas';
import { DateTimeInput } from './DateTimeInput';
import { type LabelledFilterProps, RangeField, RangeForm, rangeText } from './filters';
import { useReaderLocale, useText } from './reader';

interface Props extends LabelledFilterProps {
  readonly format: DateTimeFormat;
  readonly periods: readonly (readonly [Period, string, string])[];
}

/** Least width, px, that shows every named period whole. */
export const PERIOD_WIDTH = 152;

/** Filter by time: a named period, or a range. */
export const PeriodFilter = ({ field, name, filters, onChange, format, periods }: Props) => {
  const text = useText();
  const locale = useReaderLocale();
  const { from, to } = rangeNames(name);
  const last = periodName(name);
  const period = periods.find(([period]) => period === filters[last])?.[0] ?? null;
  const label = period && choiceLabel(periods, period);
  const noPeriod = { [from]: undefined, [to]: undefined, [last]: undefined };
  // Without seconds, to save space.
  const brief = (value: unknown) =>
    distanceText(value, locale) ?? (format.write(value).slice(0, 16) || undefined);
  const [begin, end] = [brief(filters[from]), brief(filters[to])];
  /** Describes the range. A single bound is put in words, because "≤ 24 hours ago" reads as "the last 24 hours". */
  const span = () => {
    if (begin !== undefined && end === undefined) return text([`From ${begin}`, `${begin}起`]);
    if (begin === undefined && end !== undefined) return text([`Until ${end}`, `截至${end}`]);
    return rangeText(begin, end);
  };
  /** Resolves a bound that is relative to now. */
  const resolveEnd = (value: unknown) => {
    const moment = momentFromNow(value, Date.now());
    return moment === undefined ? value : format.at(moment);
  };
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={label ? text(label) : span()}
      onClear={() => onChange(noPeriod)}
    >
      {(close) => {
        const apply = (patch: object) => {
          onChange({ ...noPeriod, ...patch });
          close();
        };
        return (
          <RangeForm
            from={resolveEnd(filters[from])}
            to={resolveEnd(filters[to])}
            labels={[
              ['From', '从'],
              ['To', '到'],
            ]}
            box={(props) => (
              <DateTimeInput {...props} format={format} isEnd={props.name === 'to'} />
            )}
            onApply={(low, high) =>
              apply({
                [from]: isBlank(low) ? undefined : low,
                [to]: isBlank(high) ? undefined : high,
              })
            }
          >
            <PeriodButtons
              periods={periods}
              period={period}
              onPick={(period) => apply({ [last]: period })}
            />
            <Typography variant="caption" color="textSecondary">
              {text(['Weeks begin on Monday.', '每周从周一开始。'])}
            </Typography>
          </RangeForm>
        );
      }}
    </RangeField>
  );
};

interface ButtonsProps extends Pick<Props, 'periods'> {
  readonly period: Period | null;
  readonly onPick: (period: Period) => void;
}

const grid = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 1,
  '& .MuiToggleButton-root': {
    textTransform: 'none',
    border: 1,
    borderColor: 'divider',
    borderRadius: 1,
    m: 0,
    '&.Mui-selected': { color: 'text.primary', borderColor: 'primary.main' },
  },
} as const;

const PeriodButtons = ({ periods, period, onPick }: ButtonsProps) => {
  const text = useText();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={period}
      // Pressing the selected one again keeps it.
      onChange={(_, next: Period | null) => onPick(next ?? period ?? 'today')}
      aria-label={text(['Period', '时间段'])}
      sx={grid}
    >
      {periods.map(([value, ...label]) => (
        <ToggleButton key={value} value={value}>
          {text(label)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};
