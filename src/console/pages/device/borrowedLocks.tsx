import { Button, IconButton } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useListAddress } from '../../app';
import { BORROWED_LOCKS, useCanRead } from '../../data';
import { iconOf } from '../../look/icons';
import { useIsPhone } from '../../look/useIsPhone';

/** Refetch interval of the count, ms. */
const RECOUNT_INTERVAL = 30_000;

/** Link from the list of devices to the list of borrowed locks, with their number; an icon on a phone. */
export const BorrowedLocksLink = () => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const list = useListAddress()(BORROWED_LOCKS);
  const readable = useCanRead(BORROWED_LOCKS);
  const enabled = list !== undefined && readable;
  const { total = 0 } = useGetList(
    BORROWED_LOCKS,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'sn', order: 'ASC' } },
    { enabled, refetchInterval: RECOUNT_INTERVAL, retry: false },
  );
  if (!enabled || total === 0) return null;
  const label = translate('device.lent', { smart_count: total });
  const ShareIcon = iconOf('share');
  return isPhone ? (
    <IconButton
      component={Link}
      to={list}
      size="small"
      aria-label={label}
      sx={{ color: 'text.secondary' }}
    >
      <ShareIcon fontSize="small" />
    </IconButton>
  ) : (
    <Button component={Link} to={list} size="small">
      {label}
    </Button>
  );
};
