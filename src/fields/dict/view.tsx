import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { PickBox } from '../controls/PickBox';
import { PickFilter } from '../controls/PickFilter';
import type { CellProps, FieldView, FilterProps, InputProps } from '../FieldView';
import { useDictionary } from './useDictionary';

const Cell = ({ field, value, full }: CellProps<'dict'>) => {
  const items = useDictionary(field.of);
  if (isNothing(value)) return <Nothing />;
  const item = items.find((each) => each.value === String(value));
  return <CutText text={item?.label ?? String(value)} full={full} />;
};

const Input = (props: InputProps<'dict'>) => (
  <PickBox {...props} options={useDictionary(props.field.of)} />
);

const Filter = (props: FilterProps<'dict'>) => (
  <PickFilter {...props} options={useDictionary(props.field.of)} />
);

export const view: FieldView<'dict'> = { Cell, Input, Filter };
