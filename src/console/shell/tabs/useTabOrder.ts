import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useTabs } from './TabsContext';

/** What makes a tab one that can be dragged. */
export interface DragProps {
  readonly draggable: boolean;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
  readonly onDragEnd: () => void;
}

/**
 * Another order of the tabs, by mouse and by key; home keeps its place.
 * @param focus gives the focus to the tab at an index
 */
export const useTabOrder = (focus: (at: number) => void) => {
  const { state, dispatch } = useTabs();
  const [dragged, setDragged] = useState<string>();
  const moved = useRef<string>(undefined);
  const indexOf = (path: string | undefined) => state.tabs.findIndex((tab) => tab.path === path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that is moved in the document loses the focus
  useEffect(() => {
    if (moved.current !== undefined) focus(indexOf(moved.current));
    moved.current = undefined;
  }, [state.tabs]);

  const step = (path: string, by: 1 | -1) => {
    moved.current = path;
    dispatch({ type: 'reorder', path, to: indexOf(path) + by });
  };
  const dragOf = (path: string): DragProps => ({
    draggable: path !== state.home,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.effectAllowed = 'move';
      setDragged(path);
    },
    onDragOver: (event) => {
      if (dragged === undefined) return;
      event.preventDefault();
      const from = indexOf(dragged);
      const to = indexOf(path);
      const { left, width } = event.currentTarget.getBoundingClientRect();
      // Only past its middle: tabs differ in width, and one that jumped early would jump back.
      const isPast = event.clientX > left + width / 2;
      if (from !== to && isPast === from < to) dispatch({ type: 'reorder', path: dragged, to });
    },
    onDragEnd: () => setDragged(undefined),
  });
  return { step, dragOf };
};
