import DescendingIcon from '@mui/icons-material/ArrowDownward';
import AscendingIcon from '@mui/icons-material/ArrowUpward';
import RemoveIcon from '@mui/icons-material/Close';
import { Box, IconButton, MenuItem, TextField, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { SortBy } from './sortBy';

interface Props {
  readonly label: string;
  readonly options: readonly { readonly name: string; readonly label: string }[];
  /** Nothing for a line that is not in use yet. */
  readonly by?: SortBy;
  readonly onChange: (by: SortBy) => void;
  readonly onRemove?: () => void;
}

/** One column of an order and its direction. */
export const SortLine = ({ label, options, by, onChange, onRemove }: Props) => {
  const translate = useTranslate();
  const ascending = by?.order !== 'DESC';
  const turn = translate(ascending ? 'screens.sort.ascending' : 'screens.sort.descending');
  const remove = translate('screens.sort.remove');
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <TextField
        select
        label={label}
        value={options.some(({ name }) => name === by?.field) ? by?.field : ''}
        onChange={(event) => onChange({ field: event.target.value, order: by?.order ?? 'ASC' })}
        size="small"
        margin="none"
        fullWidth
      >
        {options.map((option) => (
          <MenuItem key={option.name} value={option.name}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
      {by && (
        <Tooltip title={turn}>
          <IconButton
            aria-label={turn}
            onClick={() => onChange({ ...by, order: ascending ? 'DESC' : 'ASC' })}
          >
            {ascending ? <AscendingIcon /> : <DescendingIcon />}
          </IconButton>
        </Tooltip>
      )}
      {onRemove && (
        <Tooltip title={remove}>
          <IconButton aria-label={remove} onClick={onRemove}>
            <RemoveIcon />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
};
