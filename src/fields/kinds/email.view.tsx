import { Link } from '@mui/material';
import { isBlank } from '../../config';
import { CutText, Nothing } from '../cells';
import { TextFilter } from '../filters';
import { TextBox } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'email'> = {
  Cell: ({ value, full }) => {
    if (isBlank(value)) return <Nothing />;
    const address = String(value);
    return full ? <Link href={`mailto:${address}`}>{address}</Link> : <CutText text={address} />;
  },
  Input: (props) => <TextBox {...props} type="email" html={{ inputMode: 'email' }} />,
  Filter: TextFilter,
  long: true,
};
