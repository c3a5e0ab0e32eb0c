import { isNothing, Nothing } from '../controls/Nothing';
import type { FieldView } from '../FieldView';
import { RefFilter } from '../ref/RefFilter';
import { RefsInput } from './RefsInput';
import { RefsLinks } from './RefsLinks';
import { RefsSummary } from './RefsSummary';

const isEmpty = (value: unknown) => isNothing(value) || (value as unknown[]).length === 0;

export const view: FieldView<'refs'> = {
  sortable: false,
  wide: true,
  long: true,
  Cell: ({ value, ...props }) => {
    if (isEmpty(value)) return <Nothing />;
    const ids = value as readonly number[];
    return props.full ? (
      <RefsLinks target={props.field.of} ids={ids} />
    ) : (
      <RefsSummary name={props.name} ids={ids} record={props.record} />
    );
  },
  Input: RefsInput,
  Filter: RefFilter,
};
