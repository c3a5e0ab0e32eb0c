import { Box } from '@mui/material';
import { isBlank } from '../../config';
import { CutText, Nothing } from '../cells';
import { TextFilter } from '../filters';
import { TextBox } from '../inputs';
import type { FieldView } from '../views';

export const view: FieldView<'version'> = {
  Cell: ({ value }) => {
    if (isBlank(value)) return <Nothing />;
    return (
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <CutText text={String(value)} />
      </Box>
    );
  },
  Input: (props) => <TextBox {...props} placeholder="V2.1.3" />,
  Filter: TextFilter,
};
