import { Box } from '@mui/material';
import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import { TextFilter } from '../controls/TextFilter';
import type { FieldView } from '../FieldView';

const whole = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

export const view: FieldView<'text'> = {
  Cell: ({ value, full }) => {
    if (isNothing(value)) return <Nothing />;
    return full ? (
      <Box component="span" sx={whole}>
        {String(value)}
      </Box>
    ) : (
      <CutText text={String(value)} />
    );
  },
  Input: (props) => <TextBox {...props} multiline={props.field.multiline} />,
  Filter: TextFilter,
};
