import { Box } from '@mui/material';
import { CutText } from '../controls/CutText';
import { monospace } from '../controls/monospace';
import { isNothing, Nothing } from '../controls/Nothing';
import { ParsedBox } from '../controls/ParsedBox';
import type { FieldView } from '../FieldView';
import { jsonText, typedJson } from './jsonText';

const block = {
  m: 0,
  p: 1.5,
  maxHeight: 360,
  overflow: 'auto',
  borderRadius: 1,
  bgcolor: 'action.hover',
  fontSize: '0.75rem',
  lineHeight: 1.6,
  fontFamily: monospace,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const;

export const view: FieldView<'json'> = {
  wide: true,
  long: true,
  sortable: false,
  Cell: ({ value, full }) => {
    if (isNothing(value)) return <Nothing />;
    return full ? (
      <Box component="pre" tabIndex={0} sx={block}>
        {jsonText(value, 2)}
      </Box>
    ) : (
      <CutText text={jsonText(value)} />
    );
  },
  Input: (props) => (
    <ParsedBox
      {...props}
      write={(value) => jsonText(value, 2)}
      read={typedJson}
      multiline
      html={{ style: { fontFamily: monospace } }}
    />
  ),
};
