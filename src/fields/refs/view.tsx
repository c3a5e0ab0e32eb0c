import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';

export const view: FieldView<'refs'> = {
  sortable: false,
  wide: true,
  Cell: ({ value }) =>
    isNothing(value) ? <Nothing /> : <CutText text={String((value as number[]).length)} />,
  Input: () => null,
};
