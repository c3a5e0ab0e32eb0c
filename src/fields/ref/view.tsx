import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { RecordLink } from './RecordLink';
import { RefFilter } from './RefFilter';
import { RefInput } from './RefInput';
import { titleIn } from './viaOf';

export const view: FieldView<'ref' | 'refTree'> = {
  Cell: ({ field, name, value, record, full }) => {
    if (isNothing(value)) return <Nothing />;
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
