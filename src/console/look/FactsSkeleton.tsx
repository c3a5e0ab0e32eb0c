import { Box, Skeleton } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';

/** Widths of the placeholder values, per cent. */
const VALUES = [52, 68, 40, 60, 48, 72] as const;

export const FactsSkeleton = () => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '84px minmax(0, 1fr)', columnGap: 2, p: 2 }}>
      <Box role="status" sx={visuallyHidden}>
        {translate('ra.page.loading')}
      </Box>
      {VALUES.flatMap((width) => [
        <Skeleton key={`name ${width}`} width="80%" height={24} />,
        <Skeleton key={width} width={`${width}%`} height={24} />,
      ])}
    </Box>
  );
};
