import { ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type RaRecord, useNotify, useTranslate } from 'react-admin';
import { useHref } from 'react-router-dom';
import type { Field, Row } from '../../../config';
import type { Locale } from '../../../domain/label';
import { fieldText } from '../../../fields';
import { useReaderLocale } from '../../../fields/reader';
import { useOverlay } from '../screen';
import { useEntityList, useListRows } from './useEntityList';

interface Options {
  readonly columns: readonly CopiedColumn[];
  readonly body: RefObject<HTMLElement | null>;
}

/** What a menu over a cell offers, and where it opens. */
interface CellMenuState {
  /** px in the window. */
  readonly at: { readonly left: number; readonly top: number };
  /** What the cell says; '' for nothing. */
  readonly value: string;
  readonly id: string | number;
  readonly onCopyValue: () => void;
  readonly onCopyRow: () => void;
  readonly onClose: () => void;
}

/**
 * Copying from the rows. Ctrl+C copies the focused cell, or the focused row as a line for a spreadsheet, or all selected
 * rows in view when the focused one is among them; a menu on the right button does the same.
 */
export const useCellCopy = ({ columns, body }: Options) => {
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
  const valueText = (record: RaRecord, { name, field }: CopiedColumn) =>
    fieldText(field, name, record, locale);
  const rowsText = (record: RaRecord) => {
    const rows = selected.has(record.id) ? data.filter(({ id }) => selected.has(id)) : [record];
    return clipboardText(rows, columns, locale);
  };
  const copied = () => notify('entity.copy.done', { type: 'success' });

  const give = (event: ClipboardEvent) => {
    const { activeElement } = document;
    if (!body.current?.contains(activeElement) || getSelection()?.toString()) return;
    const { record, column } = placeOf(activeElement);
    if (!record) return;
    const text = column ? valueText(record, column) : rowsText(record);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    copied();
  };
  const listen = useEffectEvent(give);
  useEffect(() => {
    // Without a selection of text the browser sends the event to the document's body, whatever has the focus.
    const onCopy = (event: ClipboardEvent) => listen(event);
    document.addEventListener('copy', onCopy);
    return () => document.removeEventListener('copy', onCopy);
  }, []);

  const openMenu = (event: MouseEvent) => {
    const { record, column } = placeOf(event.target as Element);
    // With Shift, or over selected text, the browser's own menu opens.
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

/** The menu over a cell: copies it or its row, or opens the detail in a tab of the browser. */
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

interface CopiedColumn {
  readonly name: string;
  readonly field: Field;
}

/** A tab or a line break inside of a value would start another cell of the spreadsheet it is pasted into. */
const inOneCell = (text: string) => text.replace(/\s+/g, ' ');

/** Rows as a spreadsheet takes them from the clipboard: a line each, values apart by tabs. */
export const clipboardText = (
  rows: readonly Row[],
  columns: readonly CopiedColumn[],
  locale: Locale,
): string =>
  rows
    .map((row) =>
      columns.map(({ name, field }) => inOneCell(fieldText(field, name, row, locale))).join('\t'),
    )
    .join('\n');

/** Puts a text on the clipboard, also where a page without TLS has none of the newer kind. @throws Error when refused */
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
