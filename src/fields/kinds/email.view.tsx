import { Link } from '@mui/material';
import { TruncatedText } from '../views/cells';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

export const view: FieldView<'email'> = {
  Cell: ({ value, full }) => {
    const address = String(value);
    return full ? (
      <Link href={`mailto:${address}`}>{address}</Link>
    ) : (
      <TruncatedText text={address} />
    );
  },
  Input: (props) => <TextInput {...props} type="email" html={{ inputMode: 'email' }} />,
  Filter: TextFilter,
  long: true,
};
