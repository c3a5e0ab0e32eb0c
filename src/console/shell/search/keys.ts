import { isDialogOpen, isTextInput, useDocumentEvent } from '../../app/keyboard';

export type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Opens the search on Ctrl/Cmd+K, and on `/` outside of inputs. */
export const useSearchShortcut = (open: () => void): void =>
  useDocumentEvent('keydown', (event) => {
    const isShortcut = isSearchShortcut(event) || (isSearchSlash(event) && !isTextInput(event));
    if (!isShortcut || event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    open();
  });

/** True for Ctrl+K or Cmd+K, which work everywhere, in inputs too. */
export const isSearchShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** True for a slash, which is a shifted key on some keyboards. Callers have to exclude text inputs. */
export const isSearchSlash = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  key === '/' && !ctrlKey && !metaKey && !altKey;

/** Keys typed before the search box was loaded. */
export interface BufferedInput {
  readonly text: string;
  /** True if Enter came last: opens the first hit. */
  readonly entered: boolean;
}

/** Buffers the keys typed before the search box is loaded. @returns a function that ends it and returns the buffer */
export const bufferTyping = (): (() => BufferedInput) => {
  let text = '';
  let entered = false;
  const bufferKey = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (isComposing || ctrlKey || metaKey || altKey) return;
    if (key.length === 1) text += key;
    else if (key === 'Backspace') text = text.slice(0, -1);
    else if (key !== 'Enter') return;
    entered = key === 'Enter';
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', bufferKey, { capture: true });
  return () => {
    window.removeEventListener('keydown', bufferKey, { capture: true });
    return { text, entered };
  };
};

/**
 * Returns the shortcut's name for a platform.
 * @param platform `navigator.platform`
 */
export const shortcutName = (platform: string): string =>
  /^(Mac|iP)/.test(platform) ? '⌘K' : 'Ctrl+K';
