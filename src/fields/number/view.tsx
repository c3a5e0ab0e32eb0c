import { Figure } from '../controls/Figure';
import { NumberRangeFilter } from '../controls/NumberRangeFilter';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import type { FieldView } from '../FieldView';

export const view: FieldView<'number'> = {
  align: 'right',
  Cell: ({ value, field }) => <Figure value={value} unit={field.unit} />,
  Input: (props) => (
    <TextBox
      {...props}
      end={<Unit unit={props.field.unit} />}
      html={{ inputMode: props.field.integer ? 'numeric' : 'decimal' }}
    />
  ),
  Filter: (props) => <NumberRangeFilter {...props} unit={props.field.unit} />,
};
