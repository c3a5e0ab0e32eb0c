import { Box } from '@mui/material';
import { useState } from 'react';
import { GrantRow } from './GrantRow';
import {
  checkedOf,
  type GrantLine,
  type GrantNode,
  give,
  linesOf,
  type Right,
  rightsIn,
  take,
} from './grantTree';
import type { Grants } from './schema';
import { useTreeKeys } from './useTreeKeys';

interface Props {
  readonly label: string;
  readonly nodes: readonly GrantNode[];
  /** Every right that is offered, searched for or not. */
  readonly all: readonly Right[];
  readonly value: Grants;
  readonly onChange: (value: Grants) => void;
  /** Shows everything: something is searched. */
  readonly unfolded: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly inputRef?: (element: { focus(): void } | null) => void;
}

/** Lines that follow one another: those of single rights flow side by side. */
const runsOf = (lines: readonly GrantLine[]): GrantLine[][] => {
  const runs: GrantLine[][] = [];
  for (const line of lines) {
    const last = runs.at(-1)?.[0];
    const flows = line.level > 1 && line.node.right !== undefined;
    if (flows && last?.node.right && last.parent === line.parent) runs.at(-1)?.push(line);
    else runs.push([line]);
  }
  return runs;
};

const flow = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))',
  columnGap: 1,
} as const;

/** Menus with their buttons to be checked, by mouse, finger or keys. Groups are open, menus closed at first. */
export const GrantTree = (props: Props) => {
  const { label, nodes, all, value, onChange, unfolded, disabled, describedBy, inputRef } = props;
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const isGroup = ({ children }: GrantNode) => children.every(({ key }) => key.startsWith('menu'));
  const isOpen = (node: GrantNode) => unfolded || (chosen[node.key] ?? isGroup(node));
  const onOpen = ({ key }: GrantNode, open: boolean) => setChosen({ ...chosen, [key]: open });
  const onToggle = (node: GrantNode) => {
    if (disabled) return;
    const rights = rightsIn([node]);
    onChange(checkedOf(value, node) === 'true' ? take(value, rights, all) : give(value, rights));
  };
  const lines = linesOf(nodes, isOpen);
  const { root, onKeyDown, activeKey, setCurrent, focus } = useTreeKeys({
    lines,
    isOpen,
    onOpen,
    onToggle,
  });
  const row = (line: GrantLine) => (
    <GrantRow
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
      sx={{ maxHeight: 420, overflowY: 'auto', p: 0.5 }}
    >
      {runsOf(lines).map((run) => {
        const [first] = run;
        if (!first) return null;
        const flows = first.level > 1 && first.node.right !== undefined;
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
