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
    named.length === 0 ? [String(more), String(more)] : [`${more} more`, `等 ${ids.length} 个`],
  );
  const all = more > 0 ? [...named, counted].join(', ') : named.join(', ');
  return <CutText text={titles.length > NAMED ? titles.join(', ') : all}>{all}</CutText>;
};
