import PointIcon from '@mui/icons-material/AddLocationAltOutlined';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { Button, Skeleton } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  IconButtonWithTooltip,
  useDataProvider,
  useLocale,
  useNotify,
  useTranslate,
} from 'react-admin';
import { Link } from 'react-router-dom';
import type { AnyEntity, Row } from '../../config';
import { formatLatLon } from '../../domain/geo/geometry';
import { TruncatedText } from '../../fields/views/cells';
import { valueCell } from '../../fields/views/valueCell';
import { verbPath } from '../../protocol';
import { useEntityByName, usePagePath } from '../app';
import { type ConsoleDataProvider, useGrants } from '../data';

interface Props {
  readonly entity: AnyEntity;
  readonly name: string;
  readonly record: Row;
}

export const FieldText = ({ entity, name, record }: Props) =>
  valueCell({ field: entity.fields[name], name, value: record[name], record });

interface PlaceProps {
  readonly lat: number;
  readonly lon: number;
  /** Take exactly one line, while it loads too. */
  readonly oneLine?: boolean;
}

/** Name of a place; renders nothing if the server has no names. */
export const PlaceWords = ({ lat, lon, oneLine = false }: PlaceProps) => {
  const { placeWords } = useDataProvider<ConsoleDataProvider>();
  const locale = useLocale();
  // Round to some ten metres, within which the name is the same; a gate is larger.
  const place = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) };
  const { data, isPending } = useQuery({
    queryKey: ['placeWords', place, locale],
    queryFn: ({ signal }) => placeWords(place, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (oneLine && isPending) return <Skeleton width="10em" />;
  if (!data) return null;
  return oneLine ? <TruncatedText text={data} /> : <span>{data}</span>;
};

/** Returns a function that copies a text, and notifies the operator. @param done key of the message of a success */
export const useCopy = (done: string) => {
  const notify = useNotify();
  return async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      notify(done, { type: 'info' });
    } catch {
      notify('entity.detail.copyFailed', { type: 'warning' });
    }
  };
};

/** Place in WGS-84 degrees, latitude first, in the format of other maps and messengers, with a copy button. */
export const Coordinates = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => {
  const translate = useTranslate();
  const copy = useCopy('entity.copy.done');
  const text = formatLatLon({ lat, lon });
  return (
    <>
      {text}
      <IconButtonWithTooltip
        label={translate('pages.map.card.copy')}
        size="small"
        onClick={() => copy(text)}
        sx={{ ml: 0.5, my: -1 }}
      >
        <CopyIcon sx={{ fontSize: 16 }} />
      </IconButtonWithTooltip>
    </>
  );
};

/** Link to create a point of interest at a place, if the operator may. */
export const SavePoint = ({ lat, lon }: { readonly lat: number; readonly lon: number }) => {
  const translate = useTranslate();
  const granted = useGrants();
  const path = usePagePath('mapManage');
  const entity = useEntityByName('interestPoint');
  if (!path || !entity || !granted('interestPoint:add', verbPath(entity, 'add'))) return null;
  const query = new URLSearchParams({
    layer: 'points',
    create: '1',
    at: formatLatLon({ lat, lon }),
  });
  return (
    <Button
      component={Link}
      to={`${path}?${query}`}
      size="small"
      color="inherit"
      startIcon={<PointIcon />}
      sx={{ justifySelf: 'start' }}
    >
      {translate('mapManage.savePoint')}
    </Button>
  );
};
