import { Link as TextLink } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link, useNavigate } from 'react-router-dom';
import { useReaderLocale } from '../../fields/controls/useText';
import { useIsPhone } from '../shell';
import { Chart } from './Chart';
import type { ChartSeries } from './ChartSeries';
import { Legend } from './Legend';
import { Bars } from './lazyDrawings';

const HEIGHT = 260;

/** Days from one name to the next, on a phone and elsewhere. */
const EVERY = { phone: 7, wide: 3 } as const;

interface Props {
  /** What it shows; its accessible name. */
  readonly label: string;
  /** ms since 1970 at which each day begins, oldest first. */
  readonly days: readonly number[];
  /** Values in the order of the days; together they are a day's whole. */
  readonly series: readonly ChartSeries[];
  /** The list behind one number, where there is one. */
  readonly addressOf: (key: string, day: number) => string | undefined;
}

/** Numbers of days as bars on top of each other; each opens the list behind it. */
export const BarsByDay = ({ label, days, series, addressOf }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const navigate = useNavigate();
  const phone = useIsPhone();
  const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
  const names = days.map((day) => format.format(day));
  const open = (key: string, index: number) => {
    const address = addressOf(key, days[index] ?? 0);
    if (address) navigate(address);
  };
  const cell = ({ key, label: name, values }: ChartSeries, index: number) => {
    const count = values[index] ?? 0;
    const address = count > 0 && addressOf(key, days[index] ?? 0);
    const text = count.toLocaleString(locale);
    if (!address) return text;
    return (
      <TextLink component={Link} to={address} aria-label={`${names[index]}, ${name}: ${text}`}>
        {text}
      </TextLink>
    );
  };
  const newestFirst = () => days.map((day, index) => ({ day, index })).reverse();
  return (
    <Chart
      label={label}
      height={HEIGHT}
      legend={<Legend series={series} />}
      table={() => ({
        head: [translate('charts.day'), ...series.map((one) => one.label)],
        rows: newestFirst().map(({ day, index }) => ({
          key: day,
          cells: [names[index], ...series.map((one) => cell(one, index))],
        })),
      })}
    >
      <Bars
        label={label}
        names={names}
        series={series}
        stacked
        height={HEIGHT}
        namedEvery={phone ? EVERY.phone : EVERY.wide}
        onPick={open}
      />
    </Chart>
  );
};
