import { Checkbox, TableCell, TableRow } from '@mui/material';
import { type Identifier, type RaRecord, useTranslate } from 'ra-core';
import { memo } from 'react';
import type { Field } from '../../../config';
import { useReaderLocale } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { ListCell } from './ListCell';
import { RowActions } from './RowActions';

export interface Column {
  readonly name: string;
  readonly field: Field;
  /** Its values lead to the detail. */
  readonly lead: boolean;
}

interface Props {
  readonly record: RaRecord;
  readonly columns: readonly Column[];
  readonly actions: boolean;
  readonly selected: boolean;
  readonly onToggle?: (id: Identifier, shift: boolean) => void;
}

/** One row of a table; a press anywhere in it opens the detail. */
export const EntityRow = memo(({ record, columns, actions, selected, onToggle }: Props) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const locale = useReaderLocale();
  // A press that ends a selection of text is no click.
  const open = () => {
    if (!getSelection()?.toString()) url.show(record.id);
  };
  return (
    <TableRow hover selected={selected} onClick={open} sx={{ cursor: 'pointer' }}>
      {onToggle && (
        <TableCell padding="checkbox" onClick={(event) => event.stopPropagation()}>
          <Checkbox
            size="small"
            checked={selected}
            onChange={(event) =>
              onToggle(record.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)
            }
            slotProps={{
              input: {
                'aria-label': translate('screens.list.select', {
                  title: titleOf(entity, record, locale),
                }),
              },
            }}
          />
        </TableCell>
      )}
      {columns.map(({ name, field, lead }) => (
        <TableCell key={name} align={viewOf(field).align}>
          <ListCell name={name} field={field} record={record} lead={lead} />
        </TableCell>
      ))}
      {actions && (
        <TableCell className="actions">
          <RowActions record={record} />
        </TableCell>
      )}
    </TableRow>
  );
});
EntityRow.displayName = 'EntityRow';
