import { isNothing, Nothing } from '../controls/Nothing';
import { NumberRangeFilter } from '../controls/NumberRangeFilter';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import type { FieldView } from '../FieldView';
import { BatteryBar } from './BatteryBar';

/** Percent under which a battery is low unless the declaration says otherwise. */
const LOW = 20;

export const view: FieldView<'battery'> = {
  sign: true,
  Cell: ({ value, field }) =>
    isNothing(value) ? <Nothing /> : <BatteryBar percent={Number(value)} low={field.low ?? LOW} />,
  Input: (props) => <TextBox {...props} end={<Unit unit="%" />} html={{ inputMode: 'numeric' }} />,
  Filter: (props) => <NumberRangeFilter {...props} unit="%" />,
};
