import { linesIn } from '../lines';
import { loadable } from '../views/loadable';
import { useText } from '../views/reader';
import type { FieldView } from '../views/registry';

const LinesTable = loadable(() => import('./lines.table'), 'LinesTable');
const LinesInput = loadable(() => import('./lines.input'), 'LinesInput');

export const view: FieldView<'lines'> = {
  wide: true,
  sortable: false,
  graphical: true,
  Cell: (props) => {
    const text = useText();
    const count = linesIn(props.value).length;
    if (props.full && count > 0) return <LinesTable {...props} />;
    return text([count === 1 ? '1 line' : `${count} lines`, `${count} 行`]);
  },
  Input: (props) => <LinesInput {...props} />,
};
