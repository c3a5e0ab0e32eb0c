import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { AnyEntity, Label } from '../../../config';
import { useText } from '../../../fields/controls/useText';
import { useRows } from '../list/useRows';
import { useOverlays } from '../parts/OverlaysContext';
import { useLocalUrl } from '../parts/useLocalUrl';
import { useVerbs } from '../parts/useVerbs';
import { OwnFields } from './OwnFields';

interface Props {
  readonly entity: AnyEntity;
  /** The field of theirs that holds `match`. */
  readonly their: string;
  readonly match: unknown;
  /** What is said where there is none. */
  readonly empty?: Label;
}

/** The one record that belongs to the one in view: its values, the way to change them, or to make it. */
export const RelatedOne = ({ entity, their, match, empty }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const Overlays = useOverlays();
  const url = useLocalUrl();
  const may = useVerbs(entity);
  const given = useMemo(() => ({ [their]: match }), [their, match]);
  const { data, isPending, error, refetch } = useRows(entity, {
    filter: given,
    sort: [{ field: 'id', order: 'DESC' }],
    page: 1,
    perPage: 1,
  });
  const rows = data?.data ?? [];
  const [record] = rows;
  const label = text(entity.label);
  return (
    <Overlays
      entity={entity}
      menuCode={`related.${entity.name}`}
      url={url}
      rows={rows}
      given={given}
    >
      {isPending && <Skeleton variant="rounded" height={240} />}
      {error && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => refetch()}>
              {translate('screens.failure.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {record && (
        <>
          {may.update && (
            <Button
              size="small"
              startIcon={<EditIcon />}
              onClick={() => url.edit(record.id)}
              sx={{ mb: 1.5 }}
            >
              {translate('screens.detail.change', { name: label })}
            </Button>
          )}
          <OwnFields record={record} without={their} />
        </>
      )}
      {data && !record && (
        <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 1.5 }}>
          <Typography color="textSecondary">
            {empty ? text(empty) : translate('screens.detail.noOne', { name: label })}
          </Typography>
          {may.add && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={url.create}>
              {translate('screens.detail.setUp', { name: label })}
            </Button>
          )}
        </Box>
      )}
    </Overlays>
  );
};
