import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import type { CellProps, FieldView } from '../FieldView';
import { RecordLink } from './RecordLink';
import { RefFilter } from './RefFilter';
import { RefInput } from './RefInput';
import { useSpokenTitle } from './useSpokenTitle';
import { titleIn, viaOf } from './viaOf';

const Cell = ({ field, name, value, record, full }: CellProps<'ref' | 'refTree'>) => {
  const say = useSpokenTitle(field.of);
  // A row that brings the column without a title refers to what the reader may not see.
  if (isNothing(value) || record[viaOf(field.via, name)] === null) return <Nothing />;
  const title = say(titleIn(record, field.via, name) ?? String(value));
  return full ? (
    <RecordLink target={field.of} id={Number(value)} title={title} />
  ) : (
    <CutText text={title} />
  );
};

export const view: FieldView<'ref' | 'refTree'> = {
  Cell,
  Input: RefInput,
  Filter: RefFilter,
};
