import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { CountedGroup, CountQuery } from '../../data';
import { isForbidden, isNotCounted } from './isNotCounted';
import { PanelCard } from './PanelCard';
import { useCounts } from './useCounts';
import { useReadable } from './useReadable';

interface Props {
  readonly entity: string;
  readonly query: CountQuery;
  readonly title: string;
  readonly note: string;
  readonly list: string | undefined;
  /** Said when nothing was counted. */
  readonly empty: string;
  /** px that the content will take. */
  readonly height: number;
  readonly children: (groups: readonly CountedGroup[]) => ReactNode;
}

/** Records counted in groups; nothing for an operator who may not read them. */
export const CountCard = ({ entity, query, height, empty, children, ...head }: Props) => {
  const translate = useTranslate();
  const readable = useReadable()(entity);
  const { data, error, refetch } = useCounts(entity, query, readable);
  if (!readable || isForbidden(error)) return null;
  const content = () => {
    if (data?.length === 0) return <Quiet>{empty}</Quiet>;
    if (data) return children(data);
    if (isNotCounted(error)) return <Quiet>{translate('dashboard.notCounted')}</Quiet>;
    if (!error) return <Skeleton variant="rounded" height={height} />;
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={() => refetch()}>
            {translate('dashboard.retry')}
          </Button>
        }
      >
        {error.message}
      </Alert>
    );
  };
  return (
    <PanelCard {...head}>
      <Box aria-busy={!data && !error} sx={{ px: 2.5, pb: 2, pt: 0.5 }}>
        {content()}
      </Box>
    </PanelCard>
  );
};

const Quiet = ({ children }: { readonly children: string }) => (
  <Typography sx={{ color: 'text.secondary' }}>{children}</Typography>
);
