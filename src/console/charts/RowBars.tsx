import { Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AnyEntity, Field } from '../../config';
import type { Tone } from '../../domain/choices';
import { useReaderLocale, useText } from '../../fields/controls/useText';
import type { Row } from '../../fields/views';
import { Chart } from './Chart';
import type { ChartSeries } from './ChartSeries';
import { Legend } from './Legend';
import { Bars } from './lazyDrawings';
import { rowName } from './rowName';

const HEIGHT = 220;

/** More bars than that are a wall. */
const MOST = 50;

/** From one field of a chart to the next; every other one is striped as well. */
const TONES: readonly Tone[] = ['info', 'success', 'warning', 'error', 'default'];

interface Props {
  /** The rows in view. */
  readonly rows: readonly Row[];
  /** An entity whose declaration has a `chart`. */
  readonly entity: AnyEntity;
}

/** The numbers that an entity's `chart` names as bars, a group per row named by its title. */
export const RowBars = ({ rows, entity }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const shown = rows.slice(0, MOST);
  const fields = (entity.chart ?? []) as readonly string[];
  const title: Field = entity.fields[entity.title];
  const names = shown.map((row) => rowName(entity, row, locale));
  const series = fields.map(
    (name, i): ChartSeries => ({
      key: name,
      label: text((entity.fields[name] as Field).label),
      tone: TONES[i % TONES.length] ?? 'default',
      striped: i % 2 === 1,
      values: shown.map((row) => (typeof row[name] === 'number' ? (row[name] as number) : null)),
    }),
  );
  const label = translate('charts.rows', { name: text(entity.label) });
  if (shown.length === 0 || series.length === 0) return null;
  if (!series.some(({ values }) => values.some((value) => value !== null && value !== 0))) {
    return (
      <Typography color="textSecondary" sx={{ px: 1.25, py: 0.5 }}>
        {translate('charts.allZero')}
      </Typography>
    );
  }
  return (
    <Chart
      label={label}
      height={HEIGHT}
      legend={<Legend series={series} />}
      table={() => ({
        head: [text(title.label), ...series.map((one) => one.label)],
        rows: names.map((name, i) => ({
          key: i,
          cells: [name, ...series.map(({ values }) => values[i]?.toLocaleString(locale) ?? '—')],
        })),
      })}
    >
      <Bars label={label} names={names} series={series} height={HEIGHT} />
    </Chart>
  );
};
