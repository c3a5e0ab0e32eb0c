import { type RefObject, useEffect, useRef } from 'react';

/** What takes letters. */
const TYPED_INTO =
  'textarea, input:not([type=checkbox], [type=radio], [type=button]), [role=textbox], [role=combobox], [contenteditable=true]';

/** A dialog, a detail, a menu: it has the keys. */
const OVER = '.MuiModal-root:not([aria-hidden=true])';

const FILTER = '[role=search] :is(input:not([type=hidden]), [role=combobox], button)';

/**
 * The keys of a list wherever the focus is, unless somebody types: `/` goes to the first filter, `?` to the help.
 */
export const useListKeys = (sheet: RefObject<HTMLElement | null>, onHelp: () => void): void => {
  const newest = useRef(onHelp);
  newest.current = onHelp;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if ((target as Element).closest?.(TYPED_INTO) || document.querySelector(OVER)) return;
      const filter = key === '/' ? sheet.current?.querySelector<HTMLElement>(FILTER) : undefined;
      if (filter) filter.focus();
      else if (key === '?') newest.current();
      else return;
      event.preventDefault();
      // Elsewhere the slash opens the search over everything.
      event.stopPropagation();
    };
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, [sheet]);
};
