import { Box } from '@mui/material';
import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import { TextFilter } from '../controls/TextFilter';
import type { FieldView } from '../FieldView';

export const view: FieldView<'version'> = {
  Cell: ({ value }) => {
    if (isNothing(value)) return <Nothing />;
    return (
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        <CutText text={String(value)} />
      </Box>
    );
  },
  Input: (props) => <TextBox {...props} placeholder="V2.1.3" />,
  Filter: TextFilter,
};
