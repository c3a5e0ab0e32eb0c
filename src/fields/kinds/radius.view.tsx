import { NumberCell } from '../views/cells';
import { NumberRangeFilter } from '../views/filters';
import { NumberInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

/** Kilometres from 1 km on: "246.7 km", "300 m". */
const inUnits = (metres: number) =>
  metres < 1000
    ? { value: metres, unit: 'm' }
    : { value: Math.round(metres / 100) / 10, unit: 'km' };

export const view: FieldView<'radius'> = {
  align: 'right',
  Cell: ({ value }) =>
    typeof value === 'number' ? <NumberCell {...inUnits(value)} /> : <NumberCell value={value} />,
  Input: (props) => <NumberInput {...props} unit="m" />,
  Filter: (props) => <NumberRangeFilter {...props} unit="m" />,
};
