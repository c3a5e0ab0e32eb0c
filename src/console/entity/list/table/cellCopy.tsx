import { ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import { type MouseEvent, type RefObject, useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { useHref } from 'react-router-dom';
import type { Row } from '../../../../config';
import type { Locale } from '../../../../domain/label';
import { fieldText } from '../../../../fields';
import { useReaderLocale } from '../../../../fields/views/reader';
import { useDocumentEvent } from '../../../app/keyboard';
import type { NamedField } from '../../../app/record';
import { useOverlay } from '../../screen';
import { useEntityList, useListRows } from '../state/useEntityList';

interface CellMenuState {
  /** Position in the window, px. */
  readonly at: { readonly left: number; readonly top: number };
  /** Text of the cell; '' if it is empty. */
  readonly value: string;
  readonly id: string | number;
  readonly onCopyValue: () => void;
  readonly onCopyRow: () => void;
  readonly onClose: () => void;
}

/**
 * Copies from the rows. Ctrl+C copies the focused cell, the focused row as a spreadsheet line, or all selected rows in
 * view if the focused one is among them. The context menu offers the same.
 */
export const useCellCopy = (
  columns: readonly NamedField[],
  body: RefObject<HTMLElement | null>,
) => {
  const data = useListRows();
  const { selected } = useEntityList();
  const locale = useReaderLocale();
  const notify = useNotify();
  const [menu, setMenu] = useState<CellMenuState>();

  const placeOf = (element: Element | null) => {
    const row = element?.closest('tr[data-index]');
    const record = data[Number(row?.getAttribute('data-index') ?? -1)];
    const column =
      columns[Number(element?.closest('[data-cell]')?.getAttribute('data-cell') ?? -1)];
    return { record, column };
  };
  const valueText = (record: RaRecord, { name, field }: NamedField) =>
    fieldText(field, name, record, locale);
  const rowsText = (record: RaRecord) => {
    const rows = selected.has(record.id) ? data.filter(({ id }) => selected.has(id)) : [record];
    return clipboardText(rows, columns, locale);
  };
  const copied = () => notify('entity.copy.done', { type: 'success' });

  // Without a text selection, browsers dispatch `copy` on the body instead of the focused element.
  useDocumentEvent('copy', (event) => {
    const { activeElement } = document;
    if (!body.current?.contains(activeElement) || getSelection()?.toString()) return;
    const { record, column } = placeOf(activeElement);
    if (!record) return;
    const text = column ? valueText(record, column) : rowsText(record);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    copied();
  });

  const openMenu = (event: MouseEvent) => {
    const { record, column } = placeOf(event.target as Element);
    // Shift, or selected text, opens the browser's own menu.
    if (!record || !column || event.shiftKey || getSelection()?.toString()) return;
    event.preventDefault();
    const close = () => setMenu(undefined);
    const copy = async (text: string) => {
      close();
      try {
        await copyToClipboard(text);
        copied();
      } catch {
        notify('entity.detail.copyFailed', { type: 'warning' });
      }
    };
    setMenu({
      at: { left: event.clientX, top: event.clientY },
      value: valueText(record, column),
      id: record.id,
      onCopyValue: () => copy(valueText(record, column)),
      onCopyRow: () => copy(rowsText(record)),
      onClose: close,
    });
  };
  return { menu, openMenu };
};

/** Context menu of a cell: copies the cell or its row, or opens the detail in a new browser tab. */
export const CellMenu = ({ at, value, id, onCopyValue, onCopyRow, onClose }: CellMenuState) => {
  const translate = useTranslate();
  const href = useHref({ search: useOverlay().showSearch(id) });
  return (
    <Menu open onClose={onClose} anchorReference="anchorPosition" anchorPosition={at}>
      {value !== '' && (
        <MenuItem onClick={onCopyValue}>
          <ListItemText>{translate('entity.copy.value')}</ListItemText>
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ ml: 2, maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis' }}
          >
            {value}
          </Typography>
        </MenuItem>
      )}
      <MenuItem onClick={onCopyRow}>{translate('entity.copy.row')}</MenuItem>
      <MenuItem component="a" href={href} target="_blank" rel="noreferrer" onClick={onClose}>
        {translate('entity.copy.open')}
      </MenuItem>
    </Menu>
  );
};

/** Replaces tabs and line breaks, which would start another cell in a spreadsheet. */
const inOneCell = (text: string) => text.replace(/\s+/g, ' ');

/** Formats rows for the clipboard as tab-separated lines, which spreadsheets paste into cells. */
export const clipboardText = (
  rows: readonly Row[],
  columns: readonly NamedField[],
  locale: Locale,
): string =>
  rows
    .map((row) =>
      columns.map(({ name, field }) => inOneCell(fieldText(field, name, row, locale))).join('\t'),
    )
    .join('\n');

/**
 * Copies a text to the clipboard; without TLS by `execCommand`.
 * @throws Error if the browser refuses
 */
export const copyToClipboard = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give, { once: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  if (!copied) throw new Error('The browser does not copy');
};
