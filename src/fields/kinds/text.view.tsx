import { Box } from '@mui/material';
import { isBlank } from '../../config';
import { CutText, Nothing } from '../cells';
import { TextFilter } from '../filters';
import { TextBox } from '../inputs';
import { useReaderLocale } from '../reader';
import type { CellProps, FieldView } from '../views';
import { localizedText } from './text.schema';

const whole = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const Cell = ({ field, value, full }: CellProps<'text'>) => {
  const locale = useReaderLocale();
  if (isBlank(value)) return <Nothing />;
  const text = localizedText(String(value), field.known, locale);
  return full ? (
    <Box component="span" sx={whole}>
      {text}
    </Box>
  ) : (
    <CutText text={text} />
  );
};

export const view: FieldView<'text'> = {
  Cell,
  Input: (props) => <TextBox {...props} multiline={props.field.multiline} />,
  Filter: TextFilter,
};
