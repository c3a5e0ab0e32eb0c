import { Box } from '@mui/material';
import { TruncatedText } from '../views/cells';
import { TextFilter } from '../views/filters';
import { TextInput } from '../views/inputs';
import { useReaderLocale } from '../views/reader';
import type { CellProps, FieldView } from '../views/registry';
import { localizedText } from './text.schema';

const wrapping = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const Cell = ({ field, value, full }: CellProps<'text'>) => {
  const locale = useReaderLocale();
  const text = localizedText(String(value), field.labels, locale);
  return full ? (
    <Box component="span" sx={wrapping}>
      {text}
    </Box>
  ) : (
    <TruncatedText text={text} />
  );
};

export const view: FieldView<'text'> = {
  Cell,
  Input: (props) => <TextInput {...props} multiline={props.field.multiline} />,
  Filter: TextFilter,
};
