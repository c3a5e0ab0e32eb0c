import { Checkbox, TableCell, TableRow } from '@mui/material';
import { memo, type Ref } from 'react';
import { type Identifier, type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../fields/views/reader';
import { viewOf } from '../../../fields/views/registry';
import { recordTitle } from '../../app/record';
import { RowActions } from '../RowActions';
import { useScreen } from '../screen';
import { cellStyle, type TableColumn } from './columnWidths';
import { ListCell } from './ListCell';
import { TreeCell, type TreeNode } from './tree';

interface Props {
  readonly record: RaRecord;
  /** Index in the page, from 0. */
  readonly index: number;
  /** `aria-rowindex` in the whole table, from 1, head included. */
  readonly place: number;
  readonly columns: readonly TableColumn[];
  /** Names of columns with a custom width. */
  readonly sized: ReadonlySet<string>;
  readonly actions: boolean;
  readonly selected: boolean;
  /** True for the row with the tab stop. */
  readonly isFocused: boolean;
  /** True for the row whose record is shown beside the list. */
  readonly current: boolean;
  readonly onOpen: (id: Identifier) => void;
  readonly onToggle?: (id: Identifier, shift: boolean) => void;
  /** Tree position; undefined in a flat list. */
  readonly node?: TreeNode;
  /** Collapses or expands its branch. */
  readonly onFold: (id: Identifier) => void;
  readonly ref?: Ref<HTMLTableRowElement>;
}

/** Row of a table; a click anywhere in it opens the detail. */
export const EntityRow = memo((props: Props) => {
  const { record, index, place, columns, sized, actions, selected, isFocused, current, node } =
    props;
  const { onOpen, onToggle, onFold, ref } = props;
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const title = recordTitle(entity, record, locale);
  // Ignore the click that ends a text selection.
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
