import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useTranslate } from 'react-admin';
import { isOverlayOpen, isTextInput } from '../../app';
import { SheetDialog } from '../SheetDialog';

const FILTER = '[role=search] :is(input:not([type=hidden]), [role=combobox], button)';

/** Handles the keys of a list unless the focus is in a text input: `/` focuses the first filter, `?` opens the help. */
export const useListKeys = (sheet: RefObject<HTMLElement | null>, onHelp: () => void): void => {
  const help = useEffectEvent(onHelp);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (isTextInput(event) || isOverlayOpen()) return;
      const filter = key === '/' ? sheet.current?.querySelector<HTMLElement>(FILTER) : undefined;
      if (filter) filter.focus();
      else if (key === '?') help();
      else return;
      event.preventDefault();
      // Outside of lists, the slash opens the global search.
      event.stopPropagation();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [sheet]);
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
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  whiteSpace: 'nowrap',
} as const;

/** Dialog with the keyboard shortcuts of a list. */
export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <SheetDialog title={translate('entity.keys.title')} maxWidth="sm" onClose={onClose}>
      <DialogContent>
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 3,
            rowGap: 1.25,
            m: 0,
          }}
        >
          {listKeys.map(({ keys, does }) => (
            <Box key={does} sx={{ display: 'contents' }}>
              <Box
                component="dt"
                sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 0.5 }}
              >
                {keys.map((each) => (
                  <Box component="kbd" key={each} sx={key}>
                    {each}
                  </Box>
                ))}
              </Box>
              <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                {translate(`entity.keys.${does}`)}
              </Typography>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} autoFocus>
          {translate('entity.close')}
        </Button>
      </DialogActions>
    </SheetDialog>
  );
};
