import { Button, DialogActions, DialogContent } from '@mui/material';
import type { RefObject } from 'react';
import { useTranslate } from 'react-admin';
import { isOverlayOpen, isTextInput, useDocumentEvent } from '../../app';
import { Fact, Facts } from '../../look/Facts';
import { SheetDialog } from '../SheetDialog';

const FILTER = '[role=search] :is(input:not([type=hidden]), [role=combobox], button)';

/** Handles the keys of a list unless the focus is in a text input: `/` focuses the first filter, `?` opens the help. */
export const useListKeys = (sheet: RefObject<HTMLElement | null>, onHelp: () => void): void => {
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
    if (isTextInput(event) || isOverlayOpen()) return;
    const filter = key === '/' ? sheet.current?.querySelector<HTMLElement>(FILTER) : undefined;
    if (filter) filter.focus();
    else if (key === '?') onHelp();
    else return;
    event.preventDefault();
    // Outside of lists, the slash opens the global search.
    event.stopPropagation();
  };
  useDocumentEvent('keydown', onKeyDown, true);
};

/** Keys of a list, with the suffix of the message that explains each. */
const listKeys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['/'], does: 'filter' },
  { keys: ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'], does: 'move' },
  { keys: ['←', '→'], does: 'cell' },
  { keys: ['Space'], does: 'select' },
  { keys: ['Shift+↑', 'Shift+↓'], does: 'extend' },
  { keys: ['Ctrl+A'], does: 'selectPage' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['E'], does: 'edit' },
  { keys: ['F2'], does: 'editCell' },
  { keys: ['Delete'], does: 'delete' },
  { keys: ['Ctrl+C'], does: 'copy' },
  { keys: ['Shift+Enter'], does: 'sort' },
  { keys: ['Shift+←', 'Shift+→', 'Shift+Home'], does: 'width' },
  { keys: ['J', 'K'], does: 'desk' },
  { keys: ['?'], does: 'help' },
];

const key = {
  px: 0.75,
  py: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  color: 'text.primary',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  whiteSpace: 'nowrap',
} as const;

export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <SheetDialog title={translate('entity.keys.title')} maxWidth="sm" onClose={onClose}>
      <DialogContent>
        <Facts
          sx={{
            columnGap: 3,
            rowGap: 1.25,
            alignItems: 'start',
            '& dt': { display: 'flex', flexWrap: 'wrap', gap: 0.5 },
            '& kbd': key,
          }}
        >
          {listKeys.map(({ keys, does }) => (
            <Fact key={does} label={keys.map((each) => <kbd key={each}>{each}</kbd>)}>
              {translate(`entity.keys.${does}`)}
            </Fact>
          ))}
        </Facts>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} autoFocus>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </SheetDialog>
  );
};
