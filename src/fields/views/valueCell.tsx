import { isBlank } from '../../config';
import { EmptyCell } from './cells';
import { type CellProps, viewOf } from './registry';

/** Draws a value by the cell of its kind; a dash if it is blank. A function, because a list has thousands of them. */
export const valueCell = (props: CellProps) => {
  const { Cell, drawsBlank } = viewOf(props.field);
  return isBlank(props.value) && !drawsBlank ? <EmptyCell /> : <Cell {...props} />;
};

/** Value without its row, as in a comparison of unsaved changes. A reference loads its title. */
export const AloneValue = (props: CellProps) => {
  const { Alone } = viewOf(props.field);
  return Alone ? <Alone {...props} full /> : valueCell({ ...props, full: true });
};
