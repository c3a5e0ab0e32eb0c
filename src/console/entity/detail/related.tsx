import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import { Box, Button } from '@mui/material';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { AnyEntity, FilterPreset, Label, Related, Row } from '../../../config';
import { type Key, keyFrom } from '../../../domain/key';
import { isReferenceList } from '../../../fields';
import { useNoun, useText } from '../../../fields/views/reader';
import { useEntityByName } from '../../app';
import { exactFilter, fieldOf } from '../../app/record';
import { RetryAlert } from '../../look/alerts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { ListNotes } from '../list/ListNotes';
import { NoRelatedRows } from '../list/NoRows';
import type { Filter } from '../list/state/listState';
import { useListRows } from '../list/state/useEntityList';
import { useOverlays, useVerbs } from '../screen';
import { useLocalUrl } from '../screenUrl';
import { RecordFields } from './fields';
import { InnerList, RelatedList } from './RelatedList';

const useNewest = (entity: AnyEntity, filter: Filter, perPage: number) =>
  useGetList(
    entity.name,
    { filter, sort: { field: 'id', order: 'DESC' }, pagination: { page: 1, perPage } },
    { placeholderData: keepPreviousData, refetchInterval: entity.poll, retry: false },
  );

interface Props {
  readonly entity: AnyEntity;
  /** Field of `entity` that holds `match`. */
  readonly foreignField: string;
  readonly match: unknown;
  readonly preset?: FilterPreset;
  readonly empty?: Label;
  /** Read-only: no record is added here. */
  readonly fixed?: boolean;
}

/** Lists the records of another entity that belong to the open one, with their own details and forms. */
export const RelatedScreen = (props: Props) => {
  const { entity, foreignField, match, preset } = props;
  const filter = useMemo(
    () => ({ ...preset, ...exactFilter(entity, foreignField, match) }),
    [entity, preset, foreignField, match],
  );
  return (
    <InnerList entity={entity} filter={filter}>
      <RelatedRecords {...props} filter={filter} />
    </InnerList>
  );
};

const RelatedRecords = (props: Props & { readonly filter: Filter }) => {
  const { entity, foreignField, match, empty, fixed, filter } = props;
  const translate = useTranslate();
  const noun = useNoun();
  const Overlays = useOverlays();
  const local = useLocalUrl();
  const may = useVerbs(entity);
  const holder = fieldOf(entity, foreignField);
  const rows = useListRows();
  const presetValues = useMemo(
    () => ({ [foreignField]: holder && isReferenceList(holder) ? [match] : match }),
    [holder, foreignField, match],
  );
  return (
    <Overlays
      {...local}
      entity={entity}
      rows={rows}
      presetValues={fixed ? undefined : presetValues}
    >
      {may.add && !fixed && (
        <Box sx={{ mb: 1.5 }}>
          <Button size="small" startIcon={<AddIcon />} onClick={local.url.create}>
            {translate('entity.form.create', { name: noun(entity, 1) })}
          </Button>
        </Box>
      )}
      <ListNotes sx={{ mb: 1 }} />
      <RelatedList filter={filter} their={foreignField} empty={empty} />
    </Overlays>
  );
};

/** Shows the one record of another entity that belongs to the open one, with a button to edit or create it. */
export const RelatedRecord = ({ entity, foreignField, match, empty }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const noun = useNoun();
  const Overlays = useOverlays();
  const local = useLocalUrl();
  const { url } = local;
  const may = useVerbs(entity);
  const presetValues = useMemo(() => ({ [foreignField]: match }), [foreignField, match]);
  const filter = useMemo(
    () => exactFilter(entity, foreignField, match),
    [entity, foreignField, match],
  );
  const { data: rows, isPending, error, refetch } = useNewest(entity, filter, 1);
  const record = rows?.[0];
  return (
    <Overlays {...local} entity={entity} rows={rows ?? []} presetValues={presetValues}>
      {isPending && <FactsSkeleton />}
      {error && <RetryAlert error={error} onRetry={() => refetch()} />}
      {record && (
        <>
          {may.update && (
            <Button
              size="small"
              startIcon={<EditIcon />}
              onClick={() => url.edit(record.id)}
              sx={{ mb: 1.5 }}
            >
              {translate('entity.detail.change', { name: noun(entity, 1) })}
            </Button>
          )}
          <RecordFields record={record} without={[foreignField]} />
        </>
      )}
      {rows && !record && (
        <NoRelatedRows
          text={empty ? text(empty) : translate('entity.detail.noOne', { name: noun(entity, 2) })}
        >
          {may.add && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={url.create}>
              {translate('entity.detail.setUp', { name: noun(entity, 1) })}
            </Button>
          )}
        </NoRelatedRows>
      )}
    </Overlays>
  );
};

/** Joining records that are read; further ones are ignored. */
const MAX_JOINING_RECORDS = 200;

interface RelatedViaJoinProps extends Pick<Props, 'entity' | 'match' | 'empty'> {
  readonly through: NonNullable<Related<never>['through']>;
}

const JoinedRecords = ({
  entity,
  through,
  match,
  empty,
  joiningEntity: naming,
}: RelatedViaJoinProps & { readonly joiningEntity: AnyEntity }) => {
  const translate = useTranslate();
  const text = useText();
  const filter = useMemo(
    () => ({ ...through.filter, ...exactFilter(naming, through.foreignField, match) }),
    [naming, through, match],
  );
  const { data, isPending, error, refetch } = useNewest(naming, filter, MAX_JOINING_RECORDS);
  const ids = useMemo(() => referencedIds(data ?? [], through.takes), [data, through]);
  if (error && !data) return <RetryAlert error={error} onRetry={() => refetch()} />;
  if (isPending) return <FactsSkeleton />;
  return ids.length > 0 ? (
    <RelatedScreen entity={entity} foreignField="id" match={ids} empty={empty} fixed />
  ) : (
    <NoRelatedRows text={empty ? text(empty) : translate('entity.detail.noRelated')} />
  );
};

/** Lists the records of a many-to-many relation read-only; the joining records add and remove them. */
export const RelatedViaJoin = (props: RelatedViaJoinProps) => {
  const naming = useEntityByName(props.through.entity);
  return naming ? <JoinedRecords {...props} joiningEntity={naming} /> : null;
};

/** Ids that one call may name; further ones are ignored. */
const MAX_IDS = 1000;

/** Returns the distinct ids that rows list in a field. */
export const referencedIds = (rows: readonly Row[], field: string): Key[] => {
  const lists = rows.map((row) => row[field]).filter((value) => Array.isArray(value));
  return [...new Set(lists.flat().map((key) => keyFrom(key) as Key))].slice(0, MAX_IDS);
};
