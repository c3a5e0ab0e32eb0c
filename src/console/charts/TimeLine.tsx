import { useTranslate } from 'ra-core';
import { localTime } from '../../domain/moment';
import { useReaderLocale } from '../../fields/controls/useText';
import { Chart } from './Chart';
import { Line } from './lazyDrawings';
import type { TimedValue } from './TimedValue';

const HEIGHT = 150;

/** Rows of the table at most: whoever needs more opens the records. */
const MOST_ROWS = 200;

interface Props {
  /** What it shows. */
  readonly label: string;
  /** Behind each value. */
  readonly unit: string;
  /** In the order of time; a null breaks the line, as where a lock was silent. */
  readonly points: readonly TimedValue[];
  /** What the axis spans, ms since 1970. */
  readonly from: number;
  readonly to: number;
  /** Ends of the value axis that hold whatever the values are. */
  readonly min?: number;
  readonly max?: number;
}

/** One value over time. */
export const TimeLine = ({ label, unit, points, ...axes }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const known = points.filter(({ value }) => value !== null);
  const named = unit ? `${label} (${unit})` : label;
  return (
    <Chart
      label={label}
      height={HEIGHT}
      legend={<strong>{named}</strong>}
      table={() => ({
        head: [translate('charts.time'), named],
        rows: known
          .slice(-MOST_ROWS)
          .reverse()
          .map(({ at, value }, i) => ({
            key: `${at} ${i}`,
            cells: [localTime(at), value?.toLocaleString(locale)],
          })),
      })}
    >
      <Line {...axes} label={named} unit={unit} points={points} height={HEIGHT} />
    </Chart>
  );
};
