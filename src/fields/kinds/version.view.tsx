import { Box } from '@mui/material';
import { TruncatedText } from '../views/cells';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import type { FieldView } from '../views/registry';

export const view: FieldView<'version'> = {
  Cell: ({ value }) => (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      <TruncatedText text={String(value)} />
    </Box>
  ),
  Input: (props) => <TextInput {...props} placeholder="V2.1.3" />,
  Filter: TextFilter,
};
