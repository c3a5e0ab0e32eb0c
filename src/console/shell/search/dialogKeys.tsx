import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Hit } from './hits';
import { isSearchShortcut, type Key } from './keys';

interface TypingEvent extends Key {
  readonly currentTarget: { readonly value: string; readonly selectionStart: number | null };
  readonly nativeEvent: { readonly isComposing: boolean };
  readonly preventDefault: () => void;
}

interface SearchBox {
  /** Active hit; undefined without results. */
  readonly hit: Pick<Hit, 'kind'> | undefined;
  /** The active hit's map option is active. */
  readonly onMap: boolean;
  /** Devices can be shown on a map. */
  readonly hasMap: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly toMap: (onMap: boolean) => void;
  /** Opens the active hit. */
  readonly choose: (onMap: boolean) => void;
  /** Opens the first hit once there is one. */
  readonly chooseLater: () => void;
  /** Leaves the chosen command on Backspace in the empty input; undefined if Backspace deletes a character. */
  readonly leaveCommand: (() => void) | undefined;
  readonly close: () => void;
}

/**
 * Handles the keys of the input: they move through the list, open a hit, or leave the command. The dialog handles
 * Escape.
 */
export const typingKeys = (box: SearchBox) => (event: TypingEvent) => {
  // While composing, these keys belong to the input method.
  const action = event.nativeEvent.isComposing ? undefined : actionOf(box, event);
  if (!action) return;
  event.preventDefault();
  action();
};

const actionOf = (box: SearchBox, event: TypingEvent): (() => void) | undefined => {
  const { hit, onMap, hasMap, step, toMap, choose, chooseLater, leaveCommand, close } = box;
  if (isSearchShortcut(event)) return close;
  if (event.key === 'Backspace') return leaveCommand;
  if (!hit) return event.key === 'Enter' ? chooseLater : undefined;
  const hasWay = hit.kind === 'device' && hasMap;
  switch (event.key) {
    case 'ArrowDown':
      return () => step(1);
    case 'ArrowUp':
      return () => step(-1);
    case 'ArrowRight':
      return hasWay && isAtEnd(event) ? () => toMap(true) : undefined;
    case 'ArrowLeft':
      return onMap ? () => toMap(false) : undefined;
    case 'Enter':
      return () => choose(hasWay && (onMap || event.ctrlKey || event.metaKey));
    default:
      return undefined;
  }
};

const isAtEnd = ({ currentTarget: { selectionStart, value } }: TypingEvent) =>
  selectionStart === value.length;

export const KeyHints = ({ hasMap }: { hasMap: boolean }) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      <Hint keys="↑ ↓" text={translate('search.keys.move')} />
      <Hint keys="Enter" text={translate('search.keys.choose')} />
      {hasMap && <Hint keys="→" text={translate('search.keys.map')} />}
      <Hint keys="Esc" text={translate('search.keys.close')} />
    </Box>
  );
};

const Hint = ({ keys, text }: { keys: string; text: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box
      component="kbd"
      sx={{
        fontFamily: 'inherit',
        fontSize: '0.6875rem',
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
      }}
    >
      {keys}
    </Box>
    {text}
  </Box>
);
