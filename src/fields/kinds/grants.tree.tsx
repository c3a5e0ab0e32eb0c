import CheckBoxIcon from '@mui/icons-material/CheckBox';
import BlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MixedIcon from '@mui/icons-material/IndeterminateCheckBox';
import { Box } from '@mui/material';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useText } from '../views/reader';
import {
  addGrants,
  type Checked,
  checkState,
  countGranted,
  type GrantNode,
  type GrantRow,
  type Permission,
  removeGrants,
  rightsOf,
  visibleLines,
} from './grants.rights';
import type { Grants } from './grants.schema';

interface Props {
  readonly label: string;
  readonly nodes: readonly GrantNode[];
  /** All grantable permissions, also those that the search hides. */
  readonly all: readonly Permission[];
  readonly value: Grants;
  readonly onChange: (value: Grants) => void;
  readonly unfolded: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly inputRef?: (element: { focus(): void } | null) => void;
}

/** True for a menu; the other nodes are its permissions. */
const isMenu = ({ key }: GrantNode): boolean => key.startsWith('menu');

/** True for a row that flows beside its neighbours: a permission of a menu. */
const flowsBeside = ({ node }: GrantRow): boolean => !isMenu(node);

/** Splits the rows into runs. Consecutive single permissions form a run and flow side by side. */
const runsOf = (lines: readonly GrantRow[]): GrantRow[][] => {
  const runs: GrantRow[][] = [];
  for (const line of lines) {
    const last = runs.at(-1)?.[0];
    const continues = last && flowsBeside(last) && last.parent === line.parent;
    if (flowsBeside(line) && continues) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs;
};

const flow = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  columnGap: 1,
} as const;

/**
 * Tree of menus and buttons with checkboxes, for mouse, touch and keyboard. Initially groups are expanded and menus
 * collapsed.
 */
export const GrantTree = (props: Props) => {
  const { label, nodes, all, value, onChange, unfolded, disabled, describedBy, inputRef } = props;
  const [openByKey, setOpenByKey] = useState<Readonly<Record<string, boolean>>>({});
  const isGroup = ({ children }: GrantNode) => children.every(isMenu);
  const isOpen = (node: GrantNode) => unfolded || (openByKey[node.key] ?? isGroup(node));
  const onOpen = ({ key }: GrantNode, open: boolean) => setOpenByKey({ ...openByKey, [key]: open });
  const onToggle = (node: GrantNode) => {
    if (disabled) return;
    const rights = rightsOf([node]);
    onChange(
      checkState(value, node) === 'true'
        ? removeGrants(value, rights, all)
        : addGrants(value, rights),
    );
  };
  const lines = visibleLines(nodes, isOpen);
  const { root, onKeyDown, activeKey, setCurrent, focus } = useTreeKeys({
    lines,
    isOpen,
    onOpen,
    onToggle,
  });
  const row = (line: GrantRow) => (
    <GrantTreeItem
      key={line.node.key}
      line={line}
      value={value}
      open={isOpen(line.node)}
      active={line.node.key === activeKey}
      disabled={disabled}
      onFocus={() => setCurrent(line.node.key)}
      onToggle={() => {
        focus(line.node.key);
        onToggle(line.node);
      }}
      onOpen={() => onOpen(line.node, !isOpen(line.node))}
    />
  );
  const attach = (element: HTMLElement | null) => {
    root.current = element;
    inputRef?.(element && { focus: () => focus(activeKey) });
  };
  return (
    <Box
      role="tree"
      aria-label={label}
      aria-multiselectable
      aria-describedby={describedBy}
      ref={attach}
      onKeyDown={onKeyDown}
      sx={{ maxHeight: 420, overflowY: 'auto', p: 0.5, typography: 'body2' }}
    >
      {runsOf(lines).map((run) => {
        const [first] = run;
        if (!first) return null;
        const flows = flowsBeside(first);
        return (
          <Box
            key={first.node.key}
            role={flows ? 'group' : 'none'}
            sx={{ pl: (first.level - 1) * 3, ...(flows && flow) }}
          >
            {run.map(row)}
          </Box>
        );
      })}
    </Box>
  );
};

const icons: Readonly<Record<Checked, typeof BlankIcon>> = {
  true: CheckBoxIcon,
  false: BlankIcon,
  mixed: MixedIcon,
};

interface GrantTreeItemProps {
  readonly line: GrantRow;
  readonly value: Grants;
  readonly open: boolean;
  /** True for the one row in the tab order. */
  readonly active: boolean;
  readonly disabled?: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 32,
  minWidth: 0,
  px: 0.5,
  borderRadius: 1,
  cursor: 'pointer',
  userSelect: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '@media (pointer: coarse)': { minHeight: 40 },
} as const;

/** Width of the arrow and its gap, in spacing units: a menu without one is aligned with the others. */
const ARROW = 3.25;

/** Row of the tree with its checkbox. A click anywhere but on the arrow toggles it. */
const GrantTreeItem = (props: GrantTreeItemProps) => {
  const { line, value, open, active, disabled, onFocus, onToggle, onOpen } = props;
  const { node, level } = line;
  const text = useText();
  const checked = checkState(value, node);
  const Icon = icons[checked];
  const holds = node.children.length > 0;
  const rights = rightsOf([node]);
  const unfold = (event: MouseEvent) => {
    event.stopPropagation();
    onOpen();
  };
  return (
    <Box
      role="treeitem"
      aria-level={level}
      aria-checked={checked}
      aria-expanded={holds ? open : undefined}
      aria-disabled={disabled || undefined}
      tabIndex={active ? 0 : -1}
      data-key={node.key}
      onFocus={onFocus}
      onClick={onToggle}
      sx={{ ...rowStyle, ...(holds && { fontWeight: level === 1 ? 600 : 500 }) }}
    >
      {holds && (
        <ExpandMore
          fontSize="small"
          color="action"
          onClick={unfold}
          sx={{ flex: 'none', transform: open ? 'none' : 'rotate(-90deg)' }}
        />
      )}
      <Icon
        fontSize="small"
        color={checked === 'false' || disabled ? 'action' : 'primary'}
        sx={{ flex: 'none', ml: !holds && isMenu(node) ? ARROW : 0 }}
      />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {node.name ?? text(['View', '查看'])}
      </Box>
      {holds && (
        <Box component="span" sx={{ ml: 'auto', pl: 1, color: 'text.secondary', fontWeight: 400 }}>
          {countGranted(value, rights)}/{rights.length}
        </Box>
      )}
    </Box>
  );
};

interface TreeKeysOptions {
  readonly lines: readonly GrantRow[];
  readonly isOpen: (node: GrantNode) => boolean;
  readonly onOpen: (node: GrantNode, open: boolean) => void;
  readonly onToggle: (node: GrantNode) => void;
}

/** Keyboard navigation of a tree after the ARIA practices, with one row in the tab order. */
const useTreeKeys = ({ lines, isOpen, onOpen, onToggle }: TreeKeysOptions) => {
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

  const right = ({ node }: GrantRow) => {
    if (node.children.length === 0 || isOpen(node)) goTo(at + 1);
    else onOpen(node, true);
  };
  const onArrowLeft = ({ node, parent }: GrantRow) => {
    if (node.children.length > 0 && isOpen(node)) onOpen(node, false);
    else focus(parent);
  };
  const keys: Readonly<Record<string, (line: GrantRow) => void>> = {
    ArrowDown: () => goTo(at + 1),
    ArrowUp: () => goTo(at - 1),
    ArrowRight: right,
    ArrowLeft: onArrowLeft,
    Home: () => goTo(0),
    End: () => goTo(lines.length - 1),
    ' ': ({ node }) => onToggle(node),
    Enter: ({ node }) => onToggle(node),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const work = keys[event.key];
    if (!work || !active || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter would submit the form, the other keys would scroll it.
    event.preventDefault();
    work(active);
  };
  return { root, onKeyDown, activeKey: active?.node.key, setCurrent, focus };
};
