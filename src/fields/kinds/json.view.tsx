import { Box } from '@mui/material';
import { monospace, TruncatedText } from '../views/cells';
import { ParsedInput } from '../views/inputs';
import { useReaderLocale } from '../views/reader';
import type { FieldView } from '../views/registry';
import { describeValue } from './json.schema';

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
  Cell: ({ value, field, full }) => {
    const locale = useReaderLocale();
    const described = describeValue(value, field.words, locale);
    return full ? (
      <Box component="pre" tabIndex={0} sx={block}>
        {jsonText(described, 2)}
      </Box>
    ) : (
      <TruncatedText text={jsonText(described)} />
    );
  },
  Input: (props) => (
    <ParsedInput
      {...props}
      write={(value) => jsonText(value, 2)}
      parse={parseJsonInput}
      multiline
      html={{ style: { fontFamily: monospace } }}
    />
  ),
};

/** Serialises a value. A text that is JSON is reformatted, any other text is returned unchanged. */
export const jsonText = (value: unknown, indent?: number): string => {
  if (typeof value !== 'string') return JSON.stringify(value, null, indent);
  try {
    return JSON.stringify(JSON.parse(value), null, indent);
  } catch {
    return value;
  }
};

/** Parses the input. Malformed JSON stays a string, which the rule rejects. */
export const parseJsonInput = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
