import { dayPeriods } from '../../domain/period';
import { dayFormat, daysOf } from '../clock';
import { NumberCell } from '../views/cells';
import { DateTimeInput } from '../views/DateTimeInput';
import { DateTone } from '../views/DateTone';
import { PERIOD_WIDTH, PeriodFilter } from '../views/periodFilter';
import type { FieldView } from '../views/registry';

export const view: FieldView<'date'> = {
  Cell: (props) => (
    <DateTone {...props}>
      <NumberCell value={props.value} />
    </DateTone>
  ),
  Input: (props) => <DateTimeInput {...props} format={dayFormat} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} format={dayFormat} periods={dayPeriods} />,
  filterWidth: PERIOD_WIDTH,
};
