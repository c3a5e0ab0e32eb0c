import { NumberCell } from '../views/cells';
import { NumberRangeFilter } from '../views/filters';
import { NumberInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

export const view: FieldView<'number'> = {
  align: 'right',
  Cell: ({ value, field }) => (
    <NumberCell value={value} unit={field.unit} isCode={field.code} decimals={field.decimals} />
  ),
  Input: (props) => (
    <NumberInput
      {...props}
      unit={props.field.unit}
      keys={props.field.integer ? 'numeric' : 'decimal'}
    />
  ),
  Filter: (props) => <NumberRangeFilter {...props} unit={props.field.unit} />,
};
