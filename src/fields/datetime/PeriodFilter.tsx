import { choiceLabel } from '../../domain/choices';
import { localTime } from '../../domain/moment';
import { RangeField } from '../controls/RangeField';
import { RangeForm } from '../controls/RangeForm';
import { rangeNames, rangeText } from '../controls/rangeNames';
import { useText } from '../controls/useText';
import type { FilterProps } from '../FieldView';
import { fromLocalInput, toLocalInput } from './localInput';
import { PeriodButtons } from './PeriodButtons';
import { isPeriod, periodName, periods } from './period';

const minute = (value: unknown) =>
  typeof value === 'number' ? localTime(value).slice(0, 16) : undefined;

/** Narrows a list to a time: one of the usual periods up to now, or from one moment to another. */
export const PeriodFilter = ({ field, name, filters, onChange }: FilterProps<'datetime'>) => {
  const text = useText();
  const { from, to } = rangeNames(name);
  const last = periodName(name);
  const chosen = filters[last];
  const label = choiceLabel(periods, chosen);
  const nothing = { [from]: undefined, [to]: undefined, [last]: undefined };
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={label ? text(label) : rangeText(minute(filters[from]), minute(filters[to]))}
      onClear={() => onChange(nothing)}
    >
      {(close) => {
        const apply = (patch: object) => {
          onChange({ ...nothing, ...patch });
          close();
        };
        return (
          <RangeForm
            from={toLocalInput(filters[from])}
            to={toLocalInput(filters[to])}
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
