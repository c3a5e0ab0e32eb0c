import { ListItemText, Menu, MenuItem, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useHref } from 'react-router-dom';
import { useScreen } from '../../parts/ScreenContext';
import type { CellMenuState } from './useCellCopy';

/** The menu over a cell: copies it or its row, or opens the detail in a tab of the browser. */
export const CellMenu = ({ at, value, id, onCopyValue, onCopyRow, onClose }: CellMenuState) => {
  const { url } = useScreen();
  const translate = useTranslate();
  const href = useHref({ search: url.showSearch(id) });
  return (
    <Menu open onClose={onClose} anchorReference="anchorPosition" anchorPosition={at}>
      {value !== '' && (
        <MenuItem onClick={onCopyValue}>
          <ListItemText>{translate('screens.copy.value')}</ListItemText>
          <Typography
            variant="body2"
            color="textSecondary"
            sx={{ ml: 2, maxWidth: 220, overflow: 'hidden', textOverflow: 'ellipsis' }}
          >
            {value}
          </Typography>
        </MenuItem>
      )}
      <MenuItem onClick={onCopyRow}>{translate('screens.copy.row')}</MenuItem>
      <MenuItem component="a" href={href} target="_blank" rel="noreferrer" onClick={onClose}>
        {translate('screens.copy.open')}
      </MenuItem>
    </Menu>
  );
};
