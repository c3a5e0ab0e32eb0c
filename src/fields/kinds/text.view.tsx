import { Box } from '@mui/material';
import { isBlank } from '../../config';
import { EmptyCell, TruncatedText } from '../cells';
import { TextFilter } from '../filters';
import { TextInput } from '../inputs';
import { useReaderLocale } from '../reader';
import type { CellProps, FieldView } from '../views';
import { localizedText } from './text.schema';

const wrapping = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const Cell = ({ field, value, full }: CellProps<'text'>) => {
  const locale = useReaderLocale();
  if (isBlank(value)) return <EmptyCell />;
  const text = localizedText(String(value), field.known, locale);
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
