import { Box } from '@mui/material';
import { CutText } from '../controls/CutText';
import { useText } from '../controls/useText';
import type { Row } from '../FieldView';
import { titlesOf } from './titlesOf';

/** Titles that are read out in one line. */
const NAMED = 2;

interface Props {
  readonly name: string;
  readonly ids: readonly number[];
  readonly record: Row;
}

/** "C01, C02 and 5 more"; a row brings the titles of those that its reader may see. */
export const RefsSummary = ({ name, ids, record }: Props) => {
  const text = useText();
  const brought = record[titlesOf(name)];
  const titles = Array.isArray(brought) ? brought.map(String) : [];
  const named = titles.slice(0, NAMED);
  const more = ids.length - named.length;
  const counted = text(
    named.length === 0 ? [String(more), String(more)] : [`and ${more} more`, `等 ${ids.length} 个`],
  );
  return (
    <Box component="span" sx={{ display: 'flex', gap: 0.5, minWidth: 0 }}>
      {named.length > 0 && <CutText text={titles.join(', ')}>{named.join(', ')}</CutText>}
      {/* How many there are stays to be seen where the names are cut. */}
      {more > 0 && (
        <Box component="span" sx={{ flex: 'none' }}>
          {counted}
        </Box>
      )}
    </Box>
  );
};
