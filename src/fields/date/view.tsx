import { Figure } from '../cells';
import { RangeField, RangeForm, rangeText } from '../filters';
import { TextBox } from '../inputs';
import { rangeNames } from '../schemas';
import type { FieldView, FilterProps } from '../views';

const dayOf = (value: unknown) => (typeof value === 'string' && value ? value : undefined);

/** Narrows a list to the days from one to another, both included. */
export const DateRangeFilter = ({ field, name, filters, onChange }: FilterProps<'date'>) => {
  const { from, to } = rangeNames(name);
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={rangeText(dayOf(filters[from]), dayOf(filters[to]))}
      onClear={() => onChange({ [from]: undefined, [to]: undefined })}
    >
      {(close) => (
        <RangeForm
          from={filters[from]}
          to={filters[to]}
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
