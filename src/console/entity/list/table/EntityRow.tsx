import {
  type ComponentProps,
  type MouseEvent,
  memo,
  type Ref,
  startTransition,
  useEffect,
  useState,
} from 'react';
import { type Identifier, type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useReaderLocale } from '../../../../fields/views/reader';
import { viewOf } from '../../../../fields/views/registry';
import { eventFieldOf, recordTitle } from '../../../app/record';
import { RowActions } from '../../RowActions';
import { useScreen } from '../../screen';
import { type RowGroup, recordsOfRow } from '../state/groups';
import { TreeCell, type TreeNode } from '../state/tree';
import { cellStyle, type TableColumn } from './columnWidths';
import { ListCell } from './ListCell';

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
  readonly onFold: (id: Identifier) => void;
  /** Equal records that the row is one of, or stands for. */
  readonly group?: RowGroup;
  readonly onToggleGroup: (key: string) => void;
  readonly ref?: Ref<HTMLTableRowElement>;
}

/**
 * Row of a table; a click anywhere in it opens the detail. Its elements are plain ones, which the table styles: styled
 * components took half of the time of a list.
 */
export const EntityRow = memo((props: Props) => {
  const { record, index, place, columns, sized, actions, selected, isFocused, current, node } =
    props;
  const { onOpen, onToggle, onFold, group, onToggleGroup, ref } = props;
  const { entity } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  const title = recordTitle(entity, record, locale);
  const eventField = eventFieldOf(entity);
  const isGroup = group !== undefined && group.records[0] === record;
  const open = ({ target }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest('.selector')) return;
    // Ignore the click that ends a text selection.
    if (!getSelection()?.toString()) onOpen(record.id);
  };
  return (
    <RecordContextProvider value={record}>
      <tr
        ref={ref}
        className={selected || current ? 'selected' : undefined}
        aria-current={current ? 'true' : undefined}
        onClick={open}
        tabIndex={isFocused ? 0 : -1}
        data-index={index}
        aria-rowindex={place}
        aria-level={node && node.depth + 1}
        aria-expanded={node?.open}
      >
        {onToggle && (
          <td className="selector">
            <input
              type="checkbox"
              checked={selected}
              onChange={(event) =>
                onToggle(record.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)
              }
              aria-label={translate('entity.list.select', { title })}
            />
          </td>
        )}
        {columns.map(({ name, field, lead }, at) => (
          <td
            key={name}
            className={isGroup && name === eventField ? 'grouped' : viewOf(field).align}
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
            {isGroup && name === eventField && (
              <GroupButton group={group} title={title} onToggle={onToggleGroup} />
            )}
          </td>
        ))}
        {actions && (
          <td className="actions">
            <DeferredActions
              record={record}
              records={isGroup ? recordsOfRow(entity, group, record) : undefined}
            />
          </td>
        )}
      </tr>
    </RecordContextProvider>
  );
});
EntityRow.displayName = 'EntityRow';

interface GroupButtonProps {
  readonly group: RowGroup;
  readonly title: string;
  readonly onToggle: (key: string) => void;
}

export const groupLook = {
  '& .group': {
    typography: 'body2',
    fontSize: 'inherit',
    fontWeight: 600,
    color: 'text.primary',
    bgcolor: 'action.selected',
    border: 0,
    borderRadius: 1,
    px: 0.75,
    ml: 0.5,
    minHeight: 24,
    minWidth: 24,
    // No higher than the text of the row.
    my: -0.5,
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.focus' },
    '&:focus-visible': { outline: 2, outlineColor: 'brand' },
  },
} as const;

/** Number of equal records, as a button that gives each of them a row. */
export const GroupButton = ({ group, title, onToggle }: GroupButtonProps) => {
  const translate = useTranslate();
  const { isOpen, isPartial, key, records } = group;
  const count = records.length;
  return (
    <button
      type="button"
      className="group"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={translate(isPartial ? 'entity.list.equalHere' : 'entity.list.equal', {
        title,
        smart_count: count,
      })}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(key);
      }}
    >
      ×{count}
      {isPartial && '+'}
    </button>
  );
};

/**
 * Actions of a row, rendered after the values have been painted. `useDeferredValue` would render both at once in a list
 * that is refreshed, so that rows of a burst which leave within a second would have their actions rendered in vain.
 */
const DeferredActions = (props: ComponentProps<typeof RowActions>) => {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => startTransition(() => setIsPainted(true)), []);
  return isPainted && <RowActions {...props} />;
};
