import { type KeyboardEvent, useRef, useState } from 'react';
import type { GrantLine, GrantNode } from './grantTree';

interface Given {
  readonly lines: readonly GrantLine[];
  readonly isOpen: (node: GrantNode) => boolean;
  readonly onOpen: (node: GrantNode, open: boolean) => void;
  readonly onToggle: (node: GrantNode) => void;
}

/** Moves through a tree by keys, as the ARIA practices describe it: one line takes part in the order of Tab. */
export const useTreeKeys = ({ lines, isOpen, onOpen, onToggle }: Given) => {
  const root = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState<string>();
  const at = Math.max(
    0,
    lines.findIndex(({ node }) => node.key === current),
  );
  const active = lines[at];

  const focus = (key: string | undefined) => {
    if (key === undefined) return;
    const rows = root.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [];
    [...rows].find((row) => row.dataset.key === key)?.focus();
  };
  const goTo = (index: number) => focus(lines[index]?.node.key);

  const right = ({ node }: GrantLine) => {
    if (node.children.length === 0 || isOpen(node)) goTo(at + 1);
    else onOpen(node, true);
  };
  const left = ({ node, parent }: GrantLine) => {
    if (node.children.length > 0 && isOpen(node)) onOpen(node, false);
    else focus(parent);
  };
  const keys: Readonly<Record<string, (line: GrantLine) => void>> = {
    ArrowDown: () => goTo(at + 1),
    ArrowUp: () => goTo(at - 1),
    ArrowRight: right,
    ArrowLeft: left,
    Home: () => goTo(0),
    End: () => goTo(lines.length - 1),
    ' ': ({ node }) => onToggle(node),
    Enter: ({ node }) => onToggle(node),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const work = keys[event.key];
    if (!work || !active || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter would send the form, the others would scroll it.
    event.preventDefault();
    work(active);
  };
  return { root, onKeyDown, activeKey: active?.node.key, setCurrent, focus };
};
