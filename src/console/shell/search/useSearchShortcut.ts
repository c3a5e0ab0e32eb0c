import { useEffect } from 'react';
import { isSearchShortcut, isSearchSlash, TYPED_INTO } from './searchKeys';

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
