import { Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import type { FieldView } from '../FieldView';
import { fromLocalInput, toLocalInput } from './localInput';
import { PeriodFilter } from './PeriodFilter';
import { TimeCell } from './TimeCell';

export const view: FieldView<'datetime'> = {
  Cell: ({ value, field, full }) =>
    typeof value === 'number' ? (
      <TimeCell at={value} relative={field.relative && !full} />
    ) : (
      <Nothing />
    ),
  Input: (props) => (
    <TextBox
      {...props}
      value={toLocalInput(props.value)}
      onChange={(text) => props.onChange(fromLocalInput(text))}
      type="datetime-local"
      shrink
      html={{ step: 1 }}
    />
  ),
  Filter: PeriodFilter,
};
