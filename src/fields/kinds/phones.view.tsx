import { ALARM_PHONES } from '../../domain/alarm';
import { TextCell } from '../views/cells';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

const PLACEHOLDER = '13800138000,13900139000';

export const view: FieldView<'phones'> = {
  Cell: TextCell,
  Input: (props) => (
    <TextInput
      {...props}
      placeholder={(props.field.max ?? ALARM_PHONES) > 1 ? PLACEHOLDER : PLACEHOLDER.slice(0, 11)}
      html={{ inputMode: 'tel' }}
    />
  ),
  Filter: TextFilter,
  long: true,
};
