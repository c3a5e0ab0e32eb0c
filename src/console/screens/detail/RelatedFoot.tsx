import { Box, Pagination, Typography } from '@mui/material';
import { useLocale } from 'ra-core';
import type { AnyEntity } from '../../../config';
import { lastPage, totalText } from '../list/total';
import { FullListLink } from './FullListLink';
import type { RelatedListProps } from './RelatedList';

type Props = Pick<RelatedListProps, 'filter' | 'page' | 'perPage' | 'onPage'> & {
  readonly entity: AnyEntity;
  readonly total: number;
};

/** How many there are, the way to the full list, and the pages. */
export const RelatedFoot = ({ entity, filter, page, perPage, onPage, total }: Props) => {
  const locale = useLocale();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1.5 }}>
      <Typography variant="body2" color="textSecondary">
        {totalText(total, entity.record !== undefined, locale)}
      </Typography>
      {/* A list does not show, or let go of, what it is narrowed to by id. */}
      {!('id' in filter) && <FullListLink entity={entity} filter={filter} />}
      <Pagination
        page={page}
        count={lastPage(total, perPage)}
        onChange={(_, next) => onPage(next)}
        size="small"
        shape="rounded"
        siblingCount={0}
        sx={{ ml: 'auto' }}
      />
    </Box>
  );
};
