import { Link } from '@mui/material';
import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import { TextFilter } from '../controls/TextFilter';
import type { FieldView } from '../FieldView';

export const view: FieldView<'email'> = {
  Cell: ({ value, full }) => {
    if (isNothing(value)) return <Nothing />;
    const address = String(value);
    return full ? <Link href={`mailto:${address}`}>{address}</Link> : <CutText text={address} />;
  },
  Input: (props) => <TextBox {...props} type="email" html={{ inputMode: 'email' }} />,
  Filter: TextFilter,
};
