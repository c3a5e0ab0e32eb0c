import type { FilterProps } from '../FieldView';
import { RangeField } from './RangeField';
import { RangeForm } from './RangeForm';
import { rangeNames, rangeText } from './rangeNames';
import { Unit } from './Unit';

interface Props extends Omit<FilterProps, 'field'> {
  readonly field: Pick<FilterProps['field'], 'label'>;
  readonly unit?: string;
}

const numberOf = (typed: unknown) => {
  const number = Number(typed);
  return typed === null || typed === '' || !Number.isFinite(number) ? undefined : number;
};

const said = (value: unknown) => (value === undefined ? undefined : String(value));

/** Narrows a list to numbers between two. */
export const NumberRangeFilter = ({ field, name, filters, onChange, unit }: Props) => {
  const { from, to } = rangeNames(name);
  const summary = rangeText(said(filters[from]), said(filters[to]));
  return (
    <RangeField
      label={field.label}
      name={name}
      summary={summary && unit ? `${summary} ${unit}` : summary}
      onClear={() => onChange({ [from]: undefined, [to]: undefined })}
    >
      {(close) => (
        <RangeForm
          from={filters[from]}
          to={filters[to]}
          labels={[
            ['At least', '不小于'],
            ['At most', '不大于'],
          ]}
          input={{ html: { inputMode: 'decimal' }, end: <Unit unit={unit} />, autoFocus: true }}
          onApply={(low, high) => {
            onChange({ [from]: numberOf(low), [to]: numberOf(high) });
            close();
          }}
        />
      )}
    </RangeField>
  );
};
