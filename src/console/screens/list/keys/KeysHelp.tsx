import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { SheetDialog } from '../../parts/SheetDialog';
import { listKeys } from './listKeys';

const key = {
  px: 0.75,
  py: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  whiteSpace: 'nowrap',
} as const;

/** What the keyboard does in a list. */
export const KeysHelp = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate();
  return (
    <SheetDialog title={translate('screens.keys.title')} maxWidth="sm" onClose={onClose}>
      <DialogContent>
        <Box
          component="dl"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'auto 1fr',
            columnGap: 3,
            rowGap: 1.25,
            m: 0,
          }}
        >
          {listKeys.map(({ keys, does }) => (
            <Box key={does} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
                {keys.map((each) => (
                  <Box component="kbd" key={each} sx={key}>
                    {each}
                  </Box>
                ))}
              </Box>
              <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                {translate(`screens.keys.${does}`)}
              </Typography>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('screens.close')}
        </Button>
      </DialogActions>
    </SheetDialog>
  );
};
