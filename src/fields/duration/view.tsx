import { offlineText } from '../../domain/offlineDuration';
import { isNothing, Nothing } from '../controls/Nothing';
import { NumberRangeFilter } from '../controls/NumberRangeFilter';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import { useReaderLocale } from '../controls/useText';
import type { CellProps, FieldView } from '../FieldView';
import { durationText, msOf } from './durationText';

const Cell = ({ value, field }: CellProps<'duration'>) => {
  const locale = useReaderLocale();
  const unit = field.unit ?? 'ms';
  if (isNothing(value)) return <Nothing />;
  if (!field.silence) return durationText(Number(value), unit, locale);
  return offlineText(msOf(Number(value), unit), locale) ?? <Nothing />;
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
