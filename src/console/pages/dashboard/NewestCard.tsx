import { Box, Skeleton, Link as TextLink, Typography } from '@mui/material';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../../config';
import { TimeCell } from '../../../fields/views/cells';
import { type ListAddress, recordAddress, useEntityByName } from '../../app';
import { useCanRead } from '../../data';
import { RetryAlert } from '../../look/RetryAlert';
import { FieldText } from '../values';
import { isForbidden } from './figures';
import { PanelCard, retryOf } from './PanelCard';

const ROWS = 5;

interface Props {
  readonly entity: string;
  readonly title: string;
  /** Message if there are no records. */
  readonly empty: string;
  /** Fields of a row: the event, its state, and the operator or card behind it. */
  readonly eventField: string;
  readonly stateField: string;
  readonly actorField: string;
  readonly addressOf: ListAddress;
}

/** Card with the newest records of an entity; renders nothing without the right to read them. */
export const NewestCard = ({ entity: name, title, empty, addressOf, ...fields }: Props) => {
  const entity = useEntityByName(name);
  const [field, order] = entity?.sort ?? ['id', 'DESC'];
  const readable = useCanRead(name);
  const { data, isPending, error, refetch } = useGetList<NewestRecord>(
    name,
    { pagination: { page: 1, perPage: ROWS }, sort: { field, order } },
    { enabled: readable, refetchInterval: ({ state }) => retryOf(state.data?.data) },
  );
  const list = addressOf(name);
  if (!entity || !readable || isForbidden(error)) return null;
  return (
    <PanelCard title={title} list={list}>
      {error && !data && (
        <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2.5, mb: 2 }} />
      )}
      {data?.length === 0 && (
        <Typography sx={{ px: 2.5, pb: 2.5, color: 'text.secondary' }}>{empty}</Typography>
      )}
      <Box component="ul" aria-busy={isPending} sx={{ listStyle: 'none', m: 0, p: 0, pb: 0.5 }}>
        {isPending &&
          Array.from({ length: ROWS }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
            <Skeleton key={i} component="li" height={40} sx={{ mx: 2.5, my: 1 }} />
          ))}
        {data?.map((record) => (
          <NewestRow key={record.id} entity={entity} record={record} list={list} {...fields} />
        ))}
      </Box>
    </PanelCard>
  );
};

type NewestRecord = Row & { readonly id: number };

interface NewestRowProps {
  readonly entity: AnyEntity;
  readonly record: NewestRecord;
  /** URL of the entity's list; a row opens its detail there. */
  readonly list: string | undefined;
  readonly eventField: string;
  readonly stateField: string;
  readonly actorField: string;
}

/** Record in two lines: lock and event; time and operator; the state beside both. */
const NewestRow = ({
  entity,
  record,
  list,
  eventField,
  stateField,
  actorField,
}: NewestRowProps) => {
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
              to={recordAddress(list, record.id)}
              underline="hover"
              sx={{ fontWeight: 600 }}
            >
              {sn}
            </TextLink>
          ) : (
            <Typography sx={{ fontWeight: 600 }}>{sn}</Typography>
          )}
          <FieldText entity={entity} name={eventField} record={record} />
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
          {record[actorField] != null && (
            <FieldText entity={entity} name={actorField} record={record} />
          )}
        </Box>
      </Box>
      <FieldText entity={entity} name={stateField} record={record} />
    </Box>
  );
};
