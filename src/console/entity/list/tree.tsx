import OpenIcon from '@mui/icons-material/ExpandMore';
import { Box, IconButton } from '@mui/material';
import type { ReactNode } from 'react';
import { type Identifier, type RaRecord, useTranslate } from 'react-admin';

/** A tree is drawn whole: with more rows than this the list stays flat. */
export const MAX_TREE_ROWS = 1000;

/** The place of a row in the tree. */
export interface TreeNode {
  /** From 0. */
  readonly depth: number;
  readonly parent: Identifier | undefined;
  /** Whether what is below it is shown; undefined where nothing is below it. */
  readonly open: boolean | undefined;
  /** False for one that is there only because of what is below it. */
  readonly isMatch: boolean;
}

/** The rows that are shown, each followed by those below it, and where each stands. */
export interface Tree {
  readonly rows: RaRecord[];
  readonly nodes: ReadonlyMap<Identifier, TreeNode>;
}

interface TreeVisibility {
  /** The rows whose branches are folded away. */
  readonly collapsedIds: ReadonlySet<Identifier>;
  /** What a filter finds; those above it are shown too, and no branch is folded. All rows where there is no filter. */
  readonly matches?: ReadonlySet<Identifier>;
}

/**
 * Rows as a tree, siblings in the order in which they come. What is above is out of sight for a row at the top, and rows
 * that are above each other are never shown twice.
 * @param parent the field that holds the key of what is above
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

/** What ArrowRight and ArrowLeft do with a row of a tree; undefined where they mean what they do in any list. */
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

/** The cell that leads to a record, as far in as it is down the tree, with what folds its branch away. */
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
