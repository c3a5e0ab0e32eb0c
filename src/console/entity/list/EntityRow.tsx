import { Checkbox, TableCell, TableRow } from '@mui/material';
import { memo, type Ref } from 'react';
import { type Identifier, type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../fields/reader';
import { viewOf } from '../../../fields/views';
import { recordTitle } from '../fieldsOf';
import { RowActions } from '../RowActions';
import { useScreen } from '../screen';
import { cellStyle, type TableColumn } from './columnWidths';
import { ListCell } from './ListCell';
import { TreeCell, type TreeNode } from './tree';

interface Props {
  readonly record: RaRecord;
  /** Its place in the page, from 0. */
  readonly index: number;
  /** Its place in the whole table, head included, from 1. */
  readonly place: number;
  readonly columns: readonly TableColumn[];
  /** The names of columns that have a width of their own. */
  readonly sized: ReadonlySet<string>;
  readonly actions: boolean;
  readonly selected: boolean;
  /** The row that Tab leads to. */
  readonly isFocused: boolean;
  /** The row of the record that is shown beside the list. */
  readonly current: boolean;
  readonly onOpen: (id: Identifier) => void;
  readonly onToggle?: (id: Identifier, shift: boolean) => void;
  /** Where it stands, where the list is a tree. */
  readonly node?: TreeNode;
  /** Folds its branch, or shows it again. */
  readonly onFold: (id: Identifier) => void;
  readonly ref?: Ref<HTMLTableRowElement>;
}

/** One row of a table; a press anywhere in it opens the detail. */
export const EntityRow = memo((props: Props) => {
  const { record, index, place, columns, sized, actions, selected, isFocused, current, node } =
    props;
  const { onOpen, onToggle, onFold, ref } = props;
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const title = recordTitle(entity, record, locale);
  // A press that ends a selection of text is no click.
  const open = () => {
    if (!getSelection()?.toString()) onOpen(record.id);
  };
  return (
    <RecordContextProvider value={record}>
      <TableRow
        ref={ref}
        hover
        selected={selected || current}
        aria-current={current ? 'true' : undefined}
        onClick={open}
        tabIndex={isFocused ? 0 : -1}
        data-index={index}
        aria-rowindex={place}
        aria-level={node && node.depth + 1}
        aria-expanded={node?.open}
        sx={{ cursor: 'pointer' }}
      >
        {onToggle && (
          <TableCell padding="checkbox" onClick={(event) => event.stopPropagation()}>
            <Checkbox
              size="small"
              checked={selected}
              onChange={(event) =>
                onToggle(record.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)
              }
              slotProps={{ input: { 'aria-label': translate('entity.list.select', { title }) } }}
            />
          </TableCell>
        )}
        {columns.map(({ name, field, lead }, at) => (
          <TableCell
            key={name}
            align={viewOf(field).align}
            tabIndex={-1}
            data-cell={at}
            style={cellStyle(at, sized.has(name))}
          >
            {lead && node ? (
              <TreeCell node={node} title={title} onToggle={() => onFold(record.id)}>
                <ListCell name={name} field={field} record={record} lead />
              </TreeCell>
            ) : (
              <ListCell name={name} field={field} record={record} lead={lead} />
            )}
          </TableCell>
        ))}
        {actions && (
          <TableCell className="actions">
            <RowActions record={record} />
          </TableCell>
        )}
      </TableRow>
    </RecordContextProvider>
  );
});
EntityRow.displayName = 'EntityRow';
