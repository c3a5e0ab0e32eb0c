import { dayPeriods } from '../../domain/period';
import { Figure } from '../cells';
import { dayClock, daysOf } from '../clock';
import { ClockBox } from '../clockBox';
import { PeriodFilter } from '../periodFilter';
import type { FieldView } from '../views';

export const view: FieldView<'date'> = {
  Cell: ({ value }) => <Figure value={value} />,
  Input: (props) => <ClockBox {...props} clock={dayClock} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} clock={dayClock} periods={dayPeriods} />,
};
