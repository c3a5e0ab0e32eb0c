import { Box, CircularProgress, keyframes } from '@mui/material';
import { useTranslate } from 'ra-core';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** While a page is on its way; a quick one arrives before this shows. */
export const PageLoading = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 6, animation: `${appear} .2s .25s both` }}>
      <CircularProgress size={30} aria-label={translate('ra.page.loading')} />
    </Box>
  );
};
