import { Box } from '@mui/material';
import { CutText } from '../controls/CutText';
import { isNothing, Nothing } from '../controls/Nothing';
import { TextBox } from '../controls/TextBox';
import { TextFilter } from '../controls/TextFilter';
import { useReaderLocale } from '../controls/useText';
import type { CellProps, FieldView } from '../FieldView';
import { spokenText } from './spokenText';

const whole = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

const Cell = ({ field, value, full }: CellProps<'text'>) => {
  const locale = useReaderLocale();
  if (isNothing(value)) return <Nothing />;
  const text = spokenText(String(value), field.known, locale);
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
