import { Button, DialogActions, DialogContent } from '@mui/material';
import type { RefObject } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { isOverlayOpen, isTextInput, useDocumentEvent } from '../../app';
import { Fact, Facts } from '../../look/Facts';
import { useGrantedActions } from '../../operations';
import { SheetDialog } from '../SheetDialog';
import { useScreen } from '../screen';

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

interface ListKeys {
  readonly keys: readonly string[];
  /** Suffix of the message that explains them. */
  readonly does: string;
}

/** Keys of a list beside a detail panel, besides those of its actions. */
const deskKeys: readonly ListKeys[] = [{ keys: ['J', 'K'], does: 'desk' }];

const listKeys: readonly ListKeys[] = [
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
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const actions = useGrantedActions(entity, 'row').flatMap(({ operation }) =>
    operation.shortcut === undefined ? [] : [{ ...operation, key: operation.shortcut }],
  );
  const actionKeys = [...new Set(actions.map((action) => action.key))].map((action) => ({
    keys: [action.toUpperCase()],
    text: actions
      .filter((each) => each.key === action)
      .map(({ label }) => text(label))
      .join(' / '),
  }));
  const lines = [...(entity.side ? deskKeys : []), ...listKeys].map(({ keys, does }) => ({
    keys,
    text: translate(`entity.keys.${does}`),
  }));
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
          {[...(entity.side ? actionKeys : []), ...lines].map(({ keys, text: does }) => (
            <Fact key={does} label={keys.map((each) => <kbd key={each}>{each}</kbd>)}>
              {does}
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
