import { dayPeriods } from '../../domain/period';
import { NumberCell } from '../cells';
import { dayFormat, daysOf } from '../clock';
import { DateTimeInput } from '../DateTimeInput';
import { PeriodFilter } from '../periodFilter';
import type { FieldView } from '../views';

export const view: FieldView<'date'> = {
  Cell: ({ value }) => <NumberCell value={value} />,
  Input: (props) => <DateTimeInput {...props} format={dayFormat} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} format={dayFormat} periods={dayPeriods} />,
};
