import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { distanceText, localTime, momentFromNow } from '../../domain/figures';
import { choiceLabel } from '../../domain/label';
import { Nothing, TimeCell } from '../cells';
import { RangeField, RangeForm, rangeText } from '../filters';
import { TextBox } from '../inputs';
import { useReaderLocale, useText } from '../reader';
import { rangeNames } from '../schemas';
import type { FieldView, FilterProps } from '../views';
import { isPeriod, type Period, periodName, periods } from './schema';

const minute = (value: unknown) =>
  typeof value === 'number' ? localTime(value).slice(0, 16) : undefined;

/** The moment that a range's end means, where it is told from now. */
const momentMeant = (value: unknown) => momentFromNow(value, Date.now()) ?? value;

/** Narrows a list to a time: one of the usual periods up to now, or from one moment to another. */
export const PeriodFilter = ({ field, name, filters, onChange }: FilterProps<'datetime'>) => {
  const text = useText();
  const locale = useReaderLocale();
  const told = (end: unknown) => distanceText(end, locale) ?? minute(end);
  const { from, to } = rangeNames(name);
  const last = periodName(name);
  const chosen = filters[last];
  const label = choiceLabel(periods, chosen);
  const nothing = { [from]: undefined, [to]: undefined, [last]: undefined };
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={label ? text(label) : rangeText(told(filters[from]), told(filters[to]))}
      onClear={() => onChange(nothing)}
    >
      {(close) => {
        const apply = (patch: object) => {
          onChange({ ...nothing, ...patch });
          close();
        };
        return (
          <RangeForm
            from={toLocalInput(momentMeant(filters[from]))}
            to={toLocalInput(momentMeant(filters[to]))}
            labels={[
              ['From', '从'],
              ['To', '到'],
            ]}
            input={{ type: 'datetime-local', shrink: true, html: { step: 1 } }}
            onApply={(low, high) =>
              apply({
                [from]: fromLocalInput(low) ?? undefined,
                [to]: fromLocalInput(high) ?? undefined,
              })
            }
          >
            <PeriodButtons
              period={isPeriod(chosen) ? chosen : null}
              onPick={(period) => apply({ [last]: period })}
            />
          </RangeForm>
        );
      }}
    </RangeField>
  );
};

interface Props {
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

/** The usual periods, one press each. */
export const PeriodButtons = ({ period, onPick }: Props) => {
  const text = useText();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={period}
      // Pressing the chosen one again chooses it again.
      onChange={(_, chosen: Period | null) => onPick(chosen ?? period ?? 'today')}
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

/** A moment as a browser's date and time input holds it, `yyyy-MM-ddTHH:mm:ss` in the reader's time zone. */
export const toLocalInput = (value: unknown): string =>
  typeof value === 'number' ? localTime(value).replace(' ', 'T') : '';

/** The moment such an input holds, ms since 1970; null while it is incomplete. */
export const fromLocalInput = (text: unknown): number | null => {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};

export const view: FieldView<'datetime'> = {
  Cell: ({ value, field, full }) =>
    typeof value === 'number' ? (
      <TimeCell at={value} relative={field.relative && !full} />
    ) : (
      <Nothing />
    ),
  Input: (props) => (
    <TextBox
      {...props}
      value={toLocalInput(props.value)}
      onChange={(text) => props.onChange(fromLocalInput(text))}
      type="datetime-local"
      shrink
      html={{ step: 1 }}
    />
  ),
  Filter: PeriodFilter,
};
