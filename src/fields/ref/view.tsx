import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { RecordLink } from './RecordLink';
import { RefFilter } from './RefFilter';
import { RefInput } from './RefInput';
import { titleIn, viaOf } from './viaOf';

export const view: FieldView<'ref' | 'refTree'> = {
  Cell: ({ field, name, value, record, full }) => {
    // A row that brings the column without a title refers to what the reader may not see.
    if (isNothing(value) || record[viaOf(field.via, name)] === null) return <Nothing />;
    const title = titleIn(record, field.via, name) ?? String(value);
    return full ? (
      <RecordLink target={field.of} id={Number(value)} title={title} />
    ) : (
      <CutText text={title} />
    );
  },
  Input: RefInput,
  Filter: RefFilter,
};
