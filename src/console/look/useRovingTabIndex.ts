import { type FocusEvent, type KeyboardEvent, useState } from 'react';

const STOP = 'data-stop';

const keysOf = {
  row: { ArrowLeft: -1, ArrowRight: 1 },
  column: { ArrowUp: -1, ArrowDown: 1 },
} as const;

const moveFocus = (from: HTMLElement, among: readonly HTMLElement[], by: number) => {
  const at = among.indexOf(from);
  among[Math.min(among.length - 1, Math.max(0, at + by))]?.focus();
};

/**
 * Makes a group of elements one tab stop; arrow keys move between them. In a column, the horizontal arrows move to the
 * buttons inside an element, which must not be tab stops themselves.
 * @param names keys of the rendered elements
 */
export const useRovingTabIndex = (along: keyof typeof keysOf, names: readonly string[]) => {
  const [focusedName, setFocusedName] = useState<string>();
  const stop = focusedName !== undefined && names.includes(focusedName) ? focusedName : names[0];
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    setFocusedName(target.closest(`[${STOP}]`)?.getAttribute(STOP) ?? undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const here = target.closest<HTMLElement>(`[${STOP}]`);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const by: Readonly<Record<string, number>> = keysOf[along];
    const across: Readonly<Record<string, number>> = along === 'column' ? keysOf.row : {};
    if (by[event.key]) {
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>(`[${STOP}]`)];
      moveFocus(here, all, by[event.key] ?? 0);
    } else if (across[event.key]) {
      moveFocus(target, [here, ...here.querySelectorAll('button')], across[event.key] ?? 0);
    } else return;
    event.preventDefault();
  };
  return {
    group: { onFocus, onKeyDown },
    stopOf: (name: string) => ({ [STOP]: name, tabIndex: name === stop ? 0 : -1 }),
  };
};
