import { isNothing, Nothing } from '../controls/Nothing';
import { NumberRangeFilter } from '../controls/NumberRangeFilter';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import { useReaderLocale } from '../controls/useText';
import type { CellProps, FieldView } from '../FieldView';
import { durationText } from './durationText';

const Cell = ({ value, field }: CellProps<'duration'>) => {
  const locale = useReaderLocale();
  return isNothing(value) ? <Nothing /> : durationText(Number(value), field.unit ?? 'ms', locale);
};

export const view: FieldView<'duration'> = {
  align: 'right',
  Cell,
  Input: (props) => (
    <TextBox
      {...props}
      end={<Unit unit={props.field.unit ?? 'ms'} />}
      html={{ inputMode: 'numeric' }}
    />
  ),
  Filter: (props) => <NumberRangeFilter {...props} unit={props.field.unit ?? 'ms'} />,
};
