import { periods } from '../../domain/period';
import { daysOf, momentFormat } from '../clock';
import { EmptyCell, TimeCell } from '../views/cells';
import { DateTimeInput } from '../views/DateTimeInput';
import { PERIOD_WIDTH, PeriodFilter } from '../views/periodFilter';
import type { FieldView } from '../views/registry';

export const view: FieldView<'datetime'> = {
  Cell: ({ value, field, full }) =>
    typeof value === 'number' ? (
      <TimeCell at={value} relative={field.relative && !full} />
    ) : (
      <EmptyCell />
    ),
  Input: (props) => <DateTimeInput {...props} format={momentFormat} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} format={momentFormat} periods={periods} />,
  filterWidth: PERIOD_WIDTH,
};
