import { Figure } from '../controls/Figure';
import { TextBox } from '../controls/TextBox';
import type { FieldView } from '../FieldView';
import { DateRangeFilter } from './DateRangeFilter';

export const view: FieldView<'date'> = {
  Cell: ({ value }) => <Figure value={value} />,
  Input: (props) => <TextBox {...props} type="date" shrink />,
  Filter: DateRangeFilter,
};
