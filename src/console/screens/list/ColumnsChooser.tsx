import DownIcon from '@mui/icons-material/KeyboardArrowDown';
import UpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, Button, Checkbox, FormControlLabel, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { moved, offeredColumns, toggled } from './columns';
import { useColumns } from './useColumns';

const item = {
  display: 'flex',
  alignItems: 'center',
  pr: 1,
  '& .move': { opacity: 0, p: 0.25 },
  '&:hover .move, & .move:focus-visible': { opacity: 1 },
  '@media (hover: none)': { '& .move': { opacity: 0.7 } },
} as const;

/** Chooses which columns a list shows and in which order; it is remembered. */
export const ColumnsChooser = () => {
  const { entity, menuCode } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { shown, choose } = useColumns(entity, menuCode);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', maxHeight: '70vh' }}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, py: 1, overflow: 'auto' }}>
        {offeredColumns(entity, shown).map((name) => {
          const field = fieldOf(entity, name);
          if (!field) return null;
          const label = text(field.label);
          const at = shown.indexOf(name);
          return (
            <Box component="li" key={name} sx={item}>
              <FormControlLabel
                label={label}
                control={
                  <Checkbox
                    size="small"
                    checked={at >= 0}
                    onChange={() => choose(toggled(entity, shown, name))}
                    sx={{ p: 0.75 }}
                  />
                }
                sx={{ flex: 1, m: 0, pl: 1.5 }}
              />
              {at >= 0 && (
                <>
                  <IconButton
                    className="move"
                    size="small"
                    disabled={at === 0}
                    aria-label={translate('screens.columns.left', { field: label })}
                    onClick={() => choose(moved(shown, name, -1))}
                  >
                    <UpIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    className="move"
                    size="small"
                    disabled={at === shown.length - 1}
                    aria-label={translate('screens.columns.right', { field: label })}
                    onClick={() => choose(moved(shown, name, 1))}
                  >
                    <DownIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Box>
          );
        })}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <Button size="small" color="inherit" onClick={() => choose(null)}>
          {translate('screens.columns.reset')}
        </Button>
      </Box>
    </Box>
  );
};
