import DescendingIcon from '@mui/icons-material/ArrowDownward';
import AscendingIcon from '@mui/icons-material/ArrowUpward';
import { Box, IconButton, MenuItem, TextField, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { viewOf } from '../../../fields/views';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import type { List } from './useEntityList';

/** The order of a list, where there is no table head to press. */
export const SortPicker = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { field: sorted, order } = list.sort;
  const options = (entity.list as readonly string[]).flatMap((name) => {
    const field = fieldOf(entity, name);
    return field && viewOf(field).sortable !== false ? [{ name, label: text(field.label) }] : [];
  });
  const turn = translate(order === 'ASC' ? 'screens.sort.ascending' : 'screens.sort.descending');
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 1.75 }}>
      <TextField
        select
        label={translate('screens.sort.label')}
        value={options.some(({ name }) => name === sorted) ? sorted : ''}
        onChange={(event) => list.setSort({ field: event.target.value, order })}
        size="small"
        margin="none"
        fullWidth
      >
        {options.map(({ name, label }) => (
          <MenuItem key={name} value={name}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <Tooltip title={turn}>
        <IconButton
          aria-label={turn}
          onClick={() => list.setSort({ field: sorted, order: order === 'ASC' ? 'DESC' : 'ASC' })}
        >
          {order === 'ASC' ? <AscendingIcon /> : <DescendingIcon />}
        </IconButton>
      </Tooltip>
    </Box>
  );
};
