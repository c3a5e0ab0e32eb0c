import type { KeyboardEvent } from 'react';
import type { Hit } from './hits';
import { isSearchShortcut } from './searchKeys';
import type { ActiveHit } from './useActiveHit';

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
