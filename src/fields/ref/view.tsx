import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { RefFilter } from './RefFilter';
import { RefInput } from './RefInput';
import { titleIn } from './viaOf';

export const view: FieldView<'ref' | 'refTree'> = {
  Cell: ({ field, name, value, record, full }) =>
    isNothing(value) ? (
      <Nothing />
    ) : (
      <CutText text={titleIn(record, field.via, name) ?? String(value)} full={full} />
    ),
  Input: RefInput,
  Filter: RefFilter,
};
