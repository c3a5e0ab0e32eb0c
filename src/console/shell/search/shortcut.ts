import { useEffect } from 'react';

/** A dialog has the floor until it is answered; a detail at the side has not. */
const isAsked = () => document.querySelector('.MuiDialog-root') !== null;

const isTyping = () => document.activeElement?.closest(TYPED_INTO) != null;

/** Opens the search by Ctrl/Cmd+K, and by `/` where no input has the focus. */
export const useSearchShortcut = (open: () => void): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const wanted = isSearchShortcut(event) || (isSearchSlash(event) && !isTyping());
      if (!wanted || event.defaultPrevented || isAsked()) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
};

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl+K, or Cmd+K: for everywhere, inputs included. */
export const isSearchShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** The slash, which some keyboards have on a shifted key: only where nobody is typing. */
export const isSearchSlash = ({ key, ctrlKey, metaKey, altKey }: Key): boolean =>
  key === '/' && !ctrlKey && !metaKey && !altKey;

/** What takes letters, selects by typing included. */
export const TYPED_INTO = [
  'textarea',
  'select',
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  '[role=textbox]',
  '[role=combobox]',
  '[contenteditable]:not([contenteditable=false])',
].join();

/** How the shortcut is written here. @param platform as `navigator.platform` says it */
export const shortcutName = (platform: string): string =>
  /^(Mac|iP)/.test(platform) ? '⌘K' : 'Ctrl+K';
