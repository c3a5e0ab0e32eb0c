import { Box, Skeleton, Link as TextLink } from '@mui/material';
import { useGetList } from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../../config';
import { SingleLine, TimeCell } from '../../../fields/views/cells';
import { type ListAddress, recordAddress, useEntityByName } from '../../app';
import { useCanRead, useLiveDevice } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { FieldText } from '../values';
import { isForbidden } from './figures';
import { PanelCard, QuietText, retryOf } from './PanelCard';

const ROWS = 8;

/** Height of a row on a desktop, px. */
const ROW = 32;

interface Props {
  readonly entity: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly empty: string;
  /** Fields of a row: the event, its state, and the operator or card behind it. */
  readonly eventField: string;
  readonly stateField: string;
  readonly actorField: string;
  /** Field with the time by which the records are new. */
  readonly timeField: string;
  readonly addressOf: ListAddress;
}

/** Card with the newest records of an entity; renders nothing without the right to read them. */
export const NewestCard = (props: Props) => {
  const { entity: name, filter, title, empty, addressOf, ...fields } = props;
  const entity = useEntityByName(name);
  const readable = useCanRead(name);
  const { data, isPending, error, refetch } = useGetList<NewestRecord>(
    name,
    {
      filter,
      pagination: { page: 1, perPage: ROWS },
      sort: { field: fields.timeField, order: 'DESC' },
    },
    { enabled: readable, refetchInterval: ({ state }) => retryOf(state.data?.data) },
  );
  const list = addressOf(name);
  if (!entity || !readable || isForbidden(error)) return null;
  return (
    <PanelCard title={title} list={addressOf(name, filter)}>
      {error && !data && (
        <RetryAlert error={error} onRetry={() => refetch()} sx={{ mx: 2, mb: 2 }} />
      )}
      {data?.length === 0 && (
        <Box sx={{ px: 2, pb: 2 }}>
          <QuietText>{empty}</QuietText>
        </Box>
      )}
      <Box component="ul" aria-busy={isPending} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {isPending &&
          Array.from({ length: ROWS }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
            <Box key={i} component="li" sx={row}>
              <Skeleton width="70%" />
              <Skeleton width="80%" />
            </Box>
          ))}
        {data?.map((record) => (
          <NewestRow key={record.id} entity={entity} record={record} list={list} {...fields} />
        ))}
      </Box>
    </PanelCard>
  );
};

type NewestRecord = Row & { readonly id: number };

interface NewestRowProps
  extends Pick<Props, 'eventField' | 'stateField' | 'actorField' | 'timeField'> {
  readonly entity: AnyEntity;
  readonly record: NewestRecord;
  /** URL of the entity's list; a row opens its detail there. */
  readonly list: string | undefined;
}

/** Record in one line, on a phone in two: event, lock, operator, state and age. */
const NewestRow = (props: NewestRowProps) => {
  const { entity, record, list, eventField, stateField, actorField, timeField } = props;
  const time = record[timeField];
  const sn = String(record.sn ?? '');
  const name = useLiveDevice(sn)?.device_name || sn;
  return (
    <Box component="li" sx={row}>
      <span>
        <FieldText entity={entity} name={eventField} record={record} />
      </span>
      {list ? (
        <TextLink
          component={Link}
          to={recordAddress(list, record.id)}
          color="textPrimary"
          underline="hover"
          noWrap
          sx={{ fontWeight: 500 }}
        >
          {name}
        </TextLink>
      ) : (
        <SingleLine>{name}</SingleLine>
      )}
      <Box component="span" sx={actor}>
        {record[actorField] != null && (
          <FieldText entity={entity} name={actorField} record={record} />
        )}
      </Box>
      <span>
        <FieldText entity={entity} name={stateField} record={record} />
      </span>
      <Box component="span" sx={{ color: 'text.secondary', textAlign: 'right' }}>
        {typeof time === 'number' && <TimeCell at={time} relative />}
      </Box>
    </Box>
  );
};

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '1.3fr 1.3fr 1fr 1.2fr 5em' },
  '& > *': { minWidth: 0 },
  // On a phone event and state are the first line, lock and age the second.
  '& > :nth-of-type(2), & > a': { order: { xs: 1, sm: 0 } },
  '& > :last-child': { order: { xs: 2, sm: 0 } },
  columnGap: 1.5,
  alignItems: 'baseline',
  minHeight: ROW,
  px: 2,
  py: 0.625,
  typography: 'body2',
  borderTop: 1,
  borderColor: 'divider',
} as const;

const actor = { display: { xs: 'none', sm: 'block' }, color: 'text.secondary' } as const;
