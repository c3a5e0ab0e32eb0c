import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type KeyboardEvent, useState } from 'react';
import type { Hit } from './hits';
import { isSearchShortcut } from './shortcut';

/** A key pressed in the input, as MUI types it. */
export type TypingEvent = KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>;

interface Options {
  /** The active one; undefined when nothing was found. */
  readonly hit: Hit | undefined;
  readonly active: ActiveHit;
  readonly hasMap: boolean;
  readonly step: (by: 1 | -1) => void;
  readonly toMap: (onMap: boolean) => void;
  readonly choose: (hit: Hit, onMap: boolean) => void;
  /** Where Backspace in the empty input leads; undefined when it deletes a letter. */
  readonly leaveCommand: (() => void) | undefined;
  readonly onClose: () => void;
}

const isAtEnd = ({ selectionStart, value }: TypingEvent['currentTarget']) =>
  selectionStart === value.length;

/** The keys of the input: they move through the list, choose, and leave. Escape is the dialog's. */
export const useSearchKeys = (options: Options) => {
  const { hit, active, hasMap, step, toMap, choose, leaveCommand, onClose } = options;
  const actionOf = (event: TypingEvent): (() => void) | undefined => {
    if (isSearchShortcut(event)) return onClose;
    if (event.key === 'Backspace') return leaveCommand;
    if (!hit) return undefined;
    const hasWay = hit.kind === 'device' && hasMap;
    switch (event.key) {
      case 'ArrowDown':
        return () => step(1);
      case 'ArrowUp':
        return () => step(-1);
      case 'ArrowRight':
        return hasWay && isAtEnd(event.currentTarget) ? () => toMap(true) : undefined;
      case 'ArrowLeft':
        return active.onMap ? () => toMap(false) : undefined;
      case 'Enter':
        return () => choose(hit, hasWay && (active.onMap || event.ctrlKey || event.metaKey));
      default:
        return undefined;
    }
  };
  return (event: TypingEvent) => {
    // These keys belong to the input method while it is composing.
    const action = event.nativeEvent.isComposing ? undefined : actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  };
};

/** The hit that Enter chooses, and whether its way to the map is meant. */
export interface ActiveHit {
  readonly index: number;
  readonly onMap: boolean;
}

interface Moved {
  readonly key: string;
  readonly onMap: boolean;
}

/** Which hit is active: the first until somebody moves; then the same one, while others come and go around it. */
export const useActiveHit = (hits: readonly Hit[]) => {
  const [moved, setMoved] = useState<Moved | null>(null);
  const at = hits.findIndex(({ key }) => key === moved?.key);
  const active: ActiveHit = { index: Math.max(at, 0), onMap: at >= 0 && moved?.onMap === true };
  const activate = (index: number, onMap = false) => {
    const hit = hits[index];
    if (hit) setMoved({ key: hit.key, onMap });
  };
  const step = (by: 1 | -1) => activate((active.index + by + hits.length) % hits.length);
  return { active, activate, step, reset: () => setMoved(null) };
};

interface Props {
  readonly hasMap: boolean;
}

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

/** Which keys do what. */
export const KeyHints = ({ hasMap }: Props) => {
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
