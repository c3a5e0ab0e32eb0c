import SearchIcon from '@mui/icons-material/Search';
import { Box, Button, InputAdornment, TextField } from '@mui/material';
import { useText } from '../controls/useText';
import { beyond, give, type Right, take } from './grantTree';
import type { Grants } from './schema';

interface Props {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly all: readonly Right[];
  readonly value: Grants;
  readonly onChange: (value: Grants) => void;
  readonly disabled?: boolean;
}

/** A box to search the tree, and what gives or takes everything at once. */
export const GrantsToolbar = ({ typed, onType, all, value, onChange, disabled }: Props) => {
  const text = useText();
  const search = text(['Search menus and buttons', '搜索菜单和按钮']);
  const sees = all.filter(({ kind }) => kind === 'menus');
  const { buttons } = beyond(value, all);
  const quick = [
    { label: text(['All', '全选']), work: () => give(value, all) },
    { label: text(['View only', '仅查看']), work: () => ({ ...give(value, sees), buttons }) },
    { label: text(['None', '全不选']), work: () => take(value, all, all) },
  ];
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.5,
        p: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <TextField
        size="small"
        margin="none"
        type="search"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        sx={{ flex: '1 1 200px', mr: 0.5 }}
        slotProps={{
          htmlInput: { 'aria-label': search },
          input: {
            placeholder: search,
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Box sx={{ flex: 'none' }}>
        {quick.map(({ label, work }) => (
          <Button key={label} size="small" disabled={disabled} onClick={() => onChange(work())}>
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  );
};
