import { periods } from '../../domain/period';
import { daysOf, momentFormat } from '../clock';
import { EmptyCell, TimeCell } from '../views/cells';
import { DateTimeInput } from '../views/DateTimeInput';
import { DateTone } from '../views/DateTone';
import { PERIOD_WIDTH, PeriodFilter } from '../views/periodFilter';
import type { FieldView } from '../views/registry';

export const view: FieldView<'datetime'> = {
  Cell: (props) =>
    typeof props.value === 'number' ? (
      <DateTone {...props}>
        <TimeCell at={props.value} relative={props.field.relative && !props.full} />
      </DateTone>
    ) : (
      <EmptyCell />
    ),
  Input: (props) => <DateTimeInput {...props} format={momentFormat} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} format={momentFormat} periods={periods} />,
  filterWidth: PERIOD_WIDTH,
};
