import { Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { useRecordAddress } from '../controls/recordAddress';

interface Props {
  readonly target: string;
  readonly id: number;
  readonly title: string;
}

/** A record's title, leading to its detail where the reader has a page that shows it. */
export const RecordLink = ({ target, id, title }: Props) => {
  const to = useRecordAddress()(target, id);
  if (!to) return title;
  return (
    <Link component={RouterLink} to={to} underline="hover">
      {title}
    </Link>
  );
};
