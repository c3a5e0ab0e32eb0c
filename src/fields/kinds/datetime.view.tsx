import { periods } from '../../domain/period';
import { Nothing, TimeCell } from '../cells';
import { daysOf, momentClock } from '../clock';
import { ClockBox } from '../clockBox';
import { PeriodFilter } from '../periodFilter';
import type { FieldView } from '../views';

export const view: FieldView<'datetime'> = {
  Cell: ({ value, field, full }) =>
    typeof value === 'number' ? (
      <TimeCell at={value} relative={field.relative && !full} />
    ) : (
      <Nothing />
    ),
  Input: (props) => <ClockBox {...props} clock={momentClock} days={daysOf(props.field)} />,
  Filter: (props) => <PeriodFilter {...props} clock={momentClock} periods={periods} />,
};
