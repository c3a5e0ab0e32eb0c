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

/**
 * Returns the shortcut's name for a platform.
 * @param platform `navigator.platform`
 */
export const shortcutName = (platform: string): string =>
  /^(Mac|iP)/.test(platform) ? '⌘K' : 'Ctrl+K';
