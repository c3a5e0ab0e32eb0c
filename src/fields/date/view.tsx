import { distanceText, localTime, momentFromNow } from '../../domain/figures';
import { Figure } from '../cells';
import { RangeField, RangeForm, rangeText } from '../filters';
import { TextBox } from '../inputs';
import { useReaderLocale } from '../reader';
import { rangeNames } from '../schemas';
import type { FieldView, FilterProps } from '../views';

const dayOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** The day that a range's end means, where it is told from now. */
const dayMeant = (value: unknown) => {
  const moment = momentFromNow(value, Date.now());
  return moment === undefined ? value : localTime(moment).slice(0, 10);
};

/** Narrows a list to the days from one to another, both included. */
export const DateRangeFilter = ({ field, name, filters, onChange }: FilterProps<'date'>) => {
  const { from, to } = rangeNames(name);
  const locale = useReaderLocale();
  const told = (end: unknown) => distanceText(end, locale) ?? dayOf(end);
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={rangeText(told(filters[from]), told(filters[to]))}
      onClear={() => onChange({ [from]: undefined, [to]: undefined })}
    >
      {(close) => (
        <RangeForm
          from={dayMeant(filters[from])}
          to={dayMeant(filters[to])}
          labels={[
            ['From', '从'],
            ['To', '到'],
          ]}
          input={{ type: 'date', shrink: true }}
          onApply={(first, last) => {
            onChange({ [from]: dayOf(first), [to]: dayOf(last) });
            close();
          }}
        />
      )}
    </RangeField>
  );
};

export const view: FieldView<'date'> = {
  Cell: ({ value }) => <Figure value={value} />,
  Input: (props) => <TextBox {...props} type="date" shrink />,
  Filter: DateRangeFilter,
};
