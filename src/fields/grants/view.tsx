import type { FieldView } from '../FieldView';
import { GrantsCell } from './GrantsCell';
import { GrantsInput } from './GrantsInput';

export const view: FieldView<'grants'> = {
  sortable: false,
  wide: true,
  sign: true,
  Cell: GrantsCell,
  Input: GrantsInput,
};
