import { Box, Link as TextLink, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { TimeCell } from '../../../fields/datetime/TimeCell';
import type { Row } from '../../../fields/views';
import { Value } from '../fleet/Value';

export type NewestRecord = Row & { readonly id: number };

interface Props {
  readonly entity: AnyEntity;
  readonly record: NewestRecord;
  /** Where the entity's list is; a row opens its detail there. */
  readonly list: string | undefined;
  readonly what: string;
  readonly state: string;
  readonly by: string;
}

/** One record in two lines: which lock and what; when and who; its state beside both. */
export const NewestRow = ({ entity, record, list, what, state, by }: Props) => {
  const time = record[entity.record?.time ?? ''];
  const sn = String(record.sn ?? '');
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        columnGap: 2,
        alignItems: 'center',
        px: 2.5,
        py: 1,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, minWidth: 0, typography: 'body1' }}>
          {list ? (
            <TextLink
              component={Link}
              to={`${list}?show=${record.id}`}
              underline="hover"
              sx={{ fontWeight: 600 }}
            >
              {sn}
            </TextLink>
          ) : (
            <Typography sx={{ fontWeight: 600 }}>{sn}</Typography>
          )}
          <Value entity={entity} name={what} record={record} />
        </Box>
        <Box
          sx={{
            display: 'flex',
            gap: 1,
            minWidth: 0,
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          {typeof time === 'number' && <TimeCell at={time} relative />}
          {record[by] != null && <Value entity={entity} name={by} record={record} />}
        </Box>
      </Box>
      <Value entity={entity} name={state} record={record} />
    </Box>
  );
};
