import { useNotify } from 'ra-core';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useReaderLocale } from '../../../../fields/controls/useText';
import { copyText } from '../../detail/copyText';
import type { List } from '../useEntityList';
import { type CopiedColumn, copiedRows } from './copiedRows';
import { copyToClipboard } from './copyToClipboard';

interface Options {
  readonly list: List;
  readonly columns: readonly CopiedColumn[];
  readonly body: RefObject<HTMLElement | null>;
}

/** What a menu over a cell offers, and where it opens. */
export interface CellMenuState {
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
export const useCellCopy = ({ list, columns, body }: Options) => {
  const locale = useReaderLocale();
  const notify = useNotify();
  const [menu, setMenu] = useState<CellMenuState>();

  const placeOf = (element: Element | null) => {
    const row = element?.closest('tr[data-index]');
    const record = list.data[Number(row?.getAttribute('data-index') ?? -1)];
    const column =
      columns[Number(element?.closest('[data-cell]')?.getAttribute('data-cell') ?? -1)];
    return { record, column };
  };
  const valueText = (record: List['data'][number], { name, field }: CopiedColumn) =>
    copyText(name, field, record, locale);
  const rowsText = (record: List['data'][number]) => {
    const rows = list.selected.has(record.id)
      ? list.data.filter(({ id }) => list.selected.has(id))
      : [record];
    return copiedRows(rows, columns, locale);
  };
  const copied = () => notify('screens.copy.done', { type: 'success' });

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
  const newest = useRef(give);
  newest.current = give;
  useEffect(() => {
    // Without a selection of text the browser sends the event to the document's body, whatever has the focus.
    const listen = (event: ClipboardEvent) => newest.current(event);
    document.addEventListener('copy', listen);
    return () => document.removeEventListener('copy', listen);
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
        notify('screens.detail.copyFailed', { type: 'warning' });
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
