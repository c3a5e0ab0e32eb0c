import OpenIcon from '@mui/icons-material/ExpandMore';
import { Box, IconButton } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useTranslate } from 'react-admin';

/** Larger trees are listed flat, because a tree is not virtualised. */
export const MAX_TREE_ROWS = 1000;

export interface TreeNode {
  /** From 0. */
  readonly depth: number;
  readonly parent: Identifier | undefined;
  /** True if its branch is expanded; undefined for a row without children. */
  readonly open: boolean | undefined;
  /** False for a row that is listed only as an ancestor of a match. */
  readonly isMatch: boolean;
}

/** Visible rows in depth-first order, and the position of each. */
export interface Tree {
  readonly rows: RaRecord[];
  readonly nodes: ReadonlyMap<Identifier, TreeNode>;
}

interface TreeVisibility {
  readonly collapsedIds: ReadonlySet<Identifier>;
  /** Matches of the filter, listed with their ancestors and all branches expanded; undefined without a filter. */
  readonly matches?: ReadonlySet<Identifier>;
}

/**
 * Arranges rows as a tree and keeps the order of siblings. A row whose parent is not among the rows is a root; rows of
 * a cycle are never listed twice.
 * @param parent field with the key of the parent row
 */
export const flattenTree = (
  all: readonly RaRecord[],
  parent: string,
  { collapsedIds, matches }: TreeVisibility,
): Tree => {
  const byId = new Map(all.map((row) => [row.id, row]));
  const aboveOf = (row: RaRecord | undefined): RaRecord | undefined =>
    row && byId.get(row[parent] as Identifier);
  const visibleIds = matches && new Set<Identifier>();
  for (const id of matches ?? []) {
    for (let row = byId.get(id); row && visibleIds && !visibleIds.has(row.id); row = aboveOf(row)) {
      visibleIds.add(row.id);
    }
  }
  const below = new Map<Identifier | undefined, RaRecord[]>();
  for (const row of all) {
    if (visibleIds && !visibleIds.has(row.id)) continue;
    const above = aboveOf(row)?.id;
    below.set(above, [...(below.get(above) ?? []), row]);
  }
  const rows: RaRecord[] = [];
  const nodes = new Map<Identifier, TreeNode>();
  const visit = (row: RaRecord, depth: number, above: Identifier | undefined) => {
    if (nodes.has(row.id)) return;
    const children = below.get(row.id) ?? [];
    const open =
      children.length === 0 ? undefined : matches !== undefined || !collapsedIds.has(row.id);
    nodes.set(row.id, { depth, parent: above, open, isMatch: matches?.has(row.id) ?? true });
    rows.push(row);
    if (open) for (const child of children) visit(child, depth + 1, row.id);
  };
  for (const row of below.get(undefined) ?? []) visit(row, 0, undefined);
  return { rows, nodes };
};

/** Returns the tree action of ArrowRight or ArrowLeft on a row; undefined if the key acts as in a flat list. */
export const treeIntent = (
  key: string,
  node: TreeNode | undefined,
): 'open' | 'close' | 'parent' | undefined => {
  if (!node) return undefined;
  if (key === 'ArrowRight') return node.open === false ? 'open' : undefined;
  if (key !== 'ArrowLeft') return undefined;
  if (node.open) return 'close';
  return node.parent === undefined ? undefined : 'parent';
};

interface TreeCellProps {
  readonly node: TreeNode;
  readonly title: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const STEP = 2.5;

/** Primary cell of a tree row: indented by depth, with the button that collapses the branch. */
export const TreeCell = ({ node, title, onToggle, children }: TreeCellProps) => {
  const translate = useTranslate();
  const { depth, open, isMatch } = node;
  const label = translate(open ? 'entity.tree.close' : 'entity.tree.open', { title });
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', pl: depth * STEP, opacity: isMatch ? 1 : 0.65 }}
    >
      {open === undefined ? (
        <Box sx={{ width: 26, flex: 'none' }} />
      ) : (
        <IconButton
          size="small"
          aria-label={label}
          tabIndex={-1}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
          sx={{ p: 0.25, mr: 0.25 }}
        >
          <OpenIcon
            sx={{
              fontSize: 18,
              transform: open ? undefined : 'rotate(-90deg)',
              transition: '80ms',
            }}
          />
        </IconButton>
      )}
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
};
