import type { FieldView } from '../views/registry';
import { ExactCell, ExactFilter, ExactInput } from './decimal.view';
import { currencyOf } from './money.schema';

export const view: FieldView<'money'> = {
  align: 'right',
  Cell: ExactCell,
  Input: (props) => <ExactInput {...props} unit={currencyOf(props.field, props.values)} />,
  Filter: (props) => <ExactFilter {...props} unit={props.field.currency} />,
};
