import { periods } from '../../domain/period';
import { EmptyCell, TimeCell } from '../cells';
import { daysOf, momentFormat } from '../clock';
import { DateTimeInput } from '../DateTimeInput';
import { PeriodFilter } from '../periodFilter';
import type { FieldView } from '../views';

export const view: FieldView<'datetime'> = {
  Cell: ({ value, field, full }) =>
    typeof value === 'number' ? (
      <TimeCell at={value} relative={field.relative && !full} />
    ) : (
      <EmptyCell />
    ),
  Input: (props) => <DateTimeInput {...props} format={momentFormat} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} format={momentFormat} periods={periods} />,
};
