import type { UnitLabel } from '../../domain/figures';
import { schemaOf } from '../schemas';
import { NumberCell } from '../views/cells';
import { NumberRangeFilter } from '../views/filters';
import { ParsedInput, Unit } from '../views/inputs';
import { useReaderLocale } from '../views/reader';
import type { CellProps, FieldView, FilterProps, InputProps } from '../views/registry';

interface WithUnit {
  readonly unit?: UnitLabel | undefined;
}

/** Number with all its digits. */
export const ExactCell = ({ field, value, record, unit }: CellProps & WithUnit) => {
  const locale = useReaderLocale();
  const text = schemaOf(field).text?.(value, field, locale, undefined, record);
  return <NumberCell value={text} unit={unit} />;
};

/** Input of a number, which never passes through a double. */
export const ExactInput = ({ unit, ...props }: InputProps & WithUnit) => (
  <ParsedInput
    {...props}
    write={String}
    parse={(text) => schemaOf(props.field).fromWire?.(text, props.field)}
    end={<Unit unit={unit} />}
    html={{ inputMode: 'decimal' }}
  />
);

export const ExactFilter = (props: FilterProps & WithUnit) => (
  <NumberRangeFilter {...props} parse={schemaOf(props.field).bound} />
);

export const view: FieldView<'decimal'> = {
  align: 'right',
  Cell: (props) => <ExactCell {...props} unit={props.field.unit} />,
  Input: (props) => <ExactInput {...props} unit={props.field.unit} />,
  Filter: (props) => <ExactFilter {...props} unit={props.field.unit} />,
};
