import { Box, keyframes, LinearProgress } from '@mui/material';
import { useTranslate } from 'ra-core';
import { BrandMark } from '../../theme';

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } });

/** While the rights are asked for; a quick answer arrives before this shows. */
export const StartLoading = () => {
  const translate = useTranslate();
  return (
    <Box
      sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', minHeight: '100dvh' }}
    >
      <Box
        sx={{
          animation: `${appear} .2s .3s both`,
          display: 'grid',
          justifyItems: 'center',
          gap: 3,
        }}
      >
        <BrandMark size={56} />
        <LinearProgress
          aria-label={translate('ra.page.loading')}
          sx={{ width: 160, borderRadius: 1 }}
        />
      </Box>
    </Box>
  );
};
