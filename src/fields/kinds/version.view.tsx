import { Box } from '@mui/material';
import { isBlank } from '../../config';
import { EmptyCell, TruncatedText } from '../cells';
import { TextFilter } from '../filters';
import { TextInput } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'version'> = {
  Cell: ({ value }) => {
    if (isBlank(value)) return <EmptyCell />;
    return (
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <TruncatedText text={String(value)} />
      </Box>
    );
  },
  Input: (props) => <TextInput {...props} placeholder="V2.1.3" />,
  Filter: TextFilter,
};
