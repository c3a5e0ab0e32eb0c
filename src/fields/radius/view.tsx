import { Figure } from '../controls/Figure';
import { NumberRangeFilter } from '../controls/NumberRangeFilter';
import { TextBox } from '../controls/TextBox';
import { Unit } from '../controls/Unit';
import type { FieldView } from '../FieldView';

/** Kilometres from one on: "1.5 km", "300 m". */
const said = (metres: number) =>
  metres < 1000 ? { value: metres, unit: 'm' } : { value: metres / 1000, unit: 'km' };

export const view: FieldView<'radius'> = {
  align: 'right',
  Cell: ({ value }) =>
    typeof value === 'number' ? <Figure {...said(value)} /> : <Figure value={value} />,
  Input: (props) => <TextBox {...props} end={<Unit unit="m" />} html={{ inputMode: 'decimal' }} />,
  Filter: (props) => <NumberRangeFilter {...props} unit="m" />,
};
