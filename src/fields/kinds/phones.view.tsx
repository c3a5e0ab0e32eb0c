import { isBlank } from '../../config';
import { ALARM_PHONES, phonesOf } from '../../domain/alarm';
import { EmptyCell, TruncatedText } from '../views/cells';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

const PLACEHOLDER = '13800138000,13900139000';

export const view: FieldView<'phones'> = {
  Cell: ({ value, full }) => {
    if (isBlank(value)) return <EmptyCell />;
    return <TruncatedText text={phonesOf(String(value)).join(', ')} full={full} />;
  },
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
