import { Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';

export const view: FieldView<'grants'> = {
  sortable: false,
  wide: true,
  Cell: () => <Nothing />,
  Input: () => null,
};
