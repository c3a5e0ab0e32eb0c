import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';

const BY: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowUp: (place) => place - 1,
  ArrowDown: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Moves the lines of a list by dragging their handles, or by the arrow keys on them. */
export const usePlacing = (
  shown: readonly string[],
  onPlace: (name: string, place: number) => void,
) => {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const [placed, setPlaced] = useState<string>();
  const newest = useRef({ shown, onPlace });
  newest.current = { shown, onPlace };
  const focused = useRef<string>(undefined);

  // A line that is moved in the document loses the focus.
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const line = list.current?.querySelector(`[data-column="${focused.current}"]`);
    focused.current = undefined;
    line?.querySelector<HTMLElement>('button')?.focus();
  });

  const place = (name: string, to: number) => {
    setPlaced(name);
    newest.current.onPlace(name, to);
  };

  const drag = (name: string) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setDragged(name);
    // The line moves in the document while it is dragged, which would end a capture of the pointer.
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const lines = [...(list.current?.querySelectorAll('[data-column]') ?? [])];
      const to = lines.findIndex((line) => clientY < line.getBoundingClientRect().bottom);
      const wished = to < 0 ? lines.length - 1 : to;
      if (wished !== newest.current.shown.indexOf(name)) place(name, wished);
    };
    const end = () => {
      removeEventListener('pointermove', follow);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      setDragged(undefined);
    };
    addEventListener('pointermove', follow);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  };

  const keys = (name: string) => (event: KeyboardEvent) => {
    const from = shown.indexOf(name);
    const to = BY[event.key]?.(from, shown.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    focused.current = name;
    place(name, to);
  };

  const handle = (name: string) => ({ onPointerDown: drag(name), onKeyDown: keys(name) });
  return { list, handle, dragged, placed };
};
