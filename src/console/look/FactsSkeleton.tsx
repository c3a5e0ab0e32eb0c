import { Box, Skeleton } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';

/** Announcement of content that is loading. */
export const LoadingStatus = () => (
  <Box role="status" sx={visuallyHidden}>
    {useTranslate()('ra.page.loading')}
  </Box>
);

/** Style of a block that stands for lines, 33 px apart as the rows of a list. */
export const linesLook = {
  borderRadius: 0,
  maskImage: 'repeating-linear-gradient(#000 0 14px, #0000 14px 33px)',
} as const;

/** Block in place of content that is loading. @param height of the content, px or any CSS length */
export const LoadingBlock = ({ height }: { readonly height: number | string }) => (
  <>
    <LoadingStatus />
    <Skeleton variant="rounded" aria-hidden sx={{ height, mx: 2, my: 1, ...linesLook }} />
  </>
);

export const FactsSkeleton = () => <LoadingBlock height={160} />;
