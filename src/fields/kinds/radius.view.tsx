import { lengthText, numberOf, type UnitLabel } from '../../domain/figures';
import { labelOf } from '../../domain/label';
import { TextCell } from '../views/cells';
import { NumberRangeFilter } from '../views/filters';
import { NumberInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

/** Unit after the input; from 1 km on with the length in kilometres, which is easier to read: "m = 324.5 km". */
const unitOf = (value: unknown): UnitLabel => {
  const metres = numberOf(value);
  return typeof metres === 'number' && metres >= 1000
    ? labelOf((locale) => `m = ${lengthText(metres, locale)}`)
    : 'm';
};

export const view: FieldView<'radius'> = {
  align: 'right',
  Cell: TextCell,
  Input: (props) => <NumberInput {...props} unit={unitOf(props.value)} />,
  Filter: (props) => <NumberRangeFilter {...props} unit="m" />,
};
