import { Box, Skeleton } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'react-admin';

/** Announcement of content that is loading. */
export const LoadingStatus = () => (
  <Box role="status" sx={visuallyHidden}>
    {useTranslate()('ra.page.loading')}
  </Box>
);

/** Block in place of content that is loading. @param height of the content, px or any CSS length */
export const LoadingBlock = ({ height }: { readonly height: number | string }) => (
  <>
    <LoadingStatus />
    <Skeleton variant="rounded" aria-hidden sx={{ height, mx: 2, my: 1 }} />
  </>
);

export const FactsSkeleton = () => <LoadingBlock height={160} />;
