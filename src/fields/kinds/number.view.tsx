import { Figure } from '../cells';
import { NumberRangeFilter } from '../filters';
import { TextBox, Unit } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'number'> = {
  align: 'right',
  Cell: ({ value, field }) => (
    <Figure value={value} unit={field.unit} isCode={field.code} decimals={field.decimals} />
  ),
  Input: (props) => (
    <TextBox
      {...props}
      end={<Unit unit={props.field.unit} />}
      html={{ inputMode: props.field.integer ? 'numeric' : 'decimal' }}
    />
  ),
  Filter: (props) => <NumberRangeFilter {...props} unit={props.field.unit} />,
};
