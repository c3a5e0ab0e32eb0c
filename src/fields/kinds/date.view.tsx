import { dayPeriods } from '../../domain/period';
import { NumberCell } from '../cells';
import { dayClock, daysOf } from '../clock';
import { DateTimeInput } from '../DateTimeInput';
import { PeriodFilter } from '../periodFilter';
import type { FieldView } from '../views';

export const view: FieldView<'date'> = {
  Cell: ({ value }) => <NumberCell value={value} />,
  Input: (props) => <DateTimeInput {...props} clock={dayClock} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} clock={dayClock} periods={dayPeriods} />,
};
