import CheckBoxIcon from '@mui/icons-material/CheckBox';
import BlankIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MixedIcon from '@mui/icons-material/IndeterminateCheckBox';
import { Box } from '@mui/material';
import type { MouseEvent } from 'react';
import { useText } from '../controls/useText';
import { type Checked, checkedOf, countGiven, type GrantLine, rightsIn } from './grantTree';
import type { Grants } from './schema';

const icons: Readonly<Record<Checked, typeof BlankIcon>> = {
  true: CheckBoxIcon,
  false: BlankIcon,
  mixed: MixedIcon,
};

interface Props {
  readonly line: GrantLine;
  readonly value: Grants;
  readonly open: boolean;
  /** The one line that Tab leads to. */
  readonly active: boolean;
  readonly disabled?: boolean;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onOpen: () => void;
}

const look = {
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

/** A line of the tree with its box: a click anywhere but on the arrow checks it. */
export const GrantRow = (props: Props) => {
  const { line, value, open, active, disabled, onFocus, onToggle, onOpen } = props;
  const { node, level } = line;
  const text = useText();
  const checked = checkedOf(value, node);
  const Icon = icons[checked];
  const holds = node.children.length > 0;
  const rights = rightsIn([node]);
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
      sx={{ ...look, ...(holds && { fontWeight: level === 1 ? 600 : 500 }) }}
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
        sx={{ flex: 'none', ml: !holds && level === 1 ? 3.25 : 0 }}
      />
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {node.name ?? text(['View', '查看'])}
      </Box>
      {holds && (
        <Box component="span" sx={{ ml: 'auto', pl: 1, color: 'text.secondary', fontWeight: 400 }}>
          {countGiven(value, rights)}/{rights.length}
        </Box>
      )}
    </Box>
  );
};
