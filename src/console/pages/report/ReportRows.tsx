import {
  Box,
  Card,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import {
  type AnyField,
  entity,
  type Field,
  type Fields,
  f,
  isTimeGroup,
  measureField,
  type Report,
  type Row,
  reportGroups,
} from '../../../config';
import { HOUR } from '../../../domain/duration';
import { numberFormat } from '../../../domain/figures';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { headingOf, viewOf } from '../../../fields/views/registry';
import { valueCell } from '../../../fields/views/valueCell';
import type { ReportPage, ReportQuestion } from '../../../protocol';
import type { ConsoleDataProvider } from '../../data';
import { RowBars } from '../../look/charts';
import { PagerBar } from '../../look/PagerBar';

interface Props {
  readonly report: Report;
  readonly question: ReportQuestion;
  readonly data: ReportPage | undefined;
  readonly busy: boolean;
  readonly page: number;
  readonly perPage: number;
  readonly onPage: (page: number) => void;
}

export const ReportRows = ({ report, question, data, busy, page, perPage, onPage }: Props) => {
  const translate = useTranslate();
  const format = numberFormat(useReaderLocale());
  const isGrouped = question.group !== undefined;
  if (data?.total === 0) {
    return (
      <Card sx={{ p: 3 }}>
        <Typography color="textSecondary">{translate('report.empty')}</Typography>
      </Card>
    );
  }
  return (
    <>
      {isGrouped && (
        <Card sx={{ p: 2, minWidth: 0 }}>
          <MeasureChart report={report} question={question} />
        </Card>
      )}
      <Card sx={{ minWidth: 0 }}>
        <Box sx={{ height: 4 }}>
          {busy && <LinearProgress aria-label={translate('ra.page.loading')} />}
        </Box>
        <TableContainer tabIndex={0} role="region" aria-label={translate('report.table')}>
          <ReportTable
            columns={columnsOf(report, question.group)}
            rows={data?.list ?? []}
            sums={isGrouped ? data?.sums : undefined}
          />
        </TableContainer>
        <PagerBar
          range={
            data
              ? translate('entity.pager.range', {
                  from: format.format((page - 1) * perPage + 1),
                  to: format.format(Math.min(page * perPage, data.total)),
                  total: format.format(data.total),
                })
              : translate('ra.page.loading')
          }
          page={page}
          count={data && Math.max(1, Math.ceil(data.total / perPage))}
          onPage={onPage}
        />
      </Card>
    </>
  );
};

/** Returns the table's columns: group and measures, or those of single rows without a group. */
export const columnsOf = (report: Report, group: string | undefined): Fields => {
  if (group === undefined) return report.columns;
  const measures = Object.entries(report.measures).map(([name, measure]) => [
    name,
    measureField(measure),
  ]);
  const [, english = group, chinese = group] =
    reportGroups(report).find(([name]) => name === group) ?? [];
  return { group: f.text([english, chinese]), ...Object.fromEntries(measures) };
};

interface TableProps {
  readonly columns: Fields;
  readonly rows: readonly Row[];
  readonly sums?: Row;
}

export const ReportTable = ({ columns, rows, sums }: TableProps) => {
  const translate = useTranslate();
  const text = useText();
  const visibleColumns = Object.entries(columns).filter(([name]) => name !== 'place');
  const cell = (name: string, field: AnyField, record: Row) =>
    valueCell({ field: field as Field, name, value: record[name], record });
  const align = (field: AnyField) => viewOf(field as Field).align ?? 'left';
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          {visibleColumns.map(([name, field]) => (
            <TableCell key={name} align={align(field)} sx={{ whiteSpace: 'nowrap' }}>
              {text(headingOf(field as Field))}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report have no key of their own
          <TableRow key={i}>
            {visibleColumns.map(([name, field]) => (
              <TableCell key={name} align={align(field)}>
                {cell(name, field, row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
      {sums && (
        <TableFooter>
          <TableRow>
            {visibleColumns.map(([name, field], i) => (
              <TableCell
                key={name}
                align={align(field)}
                sx={{ color: 'text.primary', fontWeight: 600 }}
              >
                {i === 0 ? translate('report.sum') : cell(name, field, sums)}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      )}
    </Table>
  );
};

/** Limit of bars: more would be unreadable. */
const MAX_BARS = 40;

interface ChartProps extends Pick<Props, 'report' | 'question'> {
  /** Fixed width for printing, px. */
  readonly width?: number;
}

/** Chart of the report's measures for the first groups; durations are in hours. */
export const MeasureChart = ({ report, question, width }: ChartProps) => {
  const { runReport } = useDataProvider<ConsoleDataProvider>();
  const chartQuestion = { ...question, pageNum: 1, pageSize: MAX_BARS };
  const { data } = useQuery({
    queryKey: ['report', chartQuestion, 'drawn'],
    queryFn: ({ signal }) => runReport(chartQuestion, { signal }),
    retry: false,
  });
  const chartEntity = useMemo(
    () => drawingOf(report, question.group ?? ''),
    [report, question.group],
  );
  const isTime = (name: string) => report.measures[name]?.field.kind === 'duration';
  const rows = (data?.list ?? []).map((row) => ({
    ...row,
    ...Object.fromEntries(
      report.chart
        .filter(isTime)
        .map((name) => [name, Math.round((Number(row[name]) / HOUR) * 10) / 10]),
    ),
  }));
  if (rows.length === 0) return null;
  return (
    <RowBars
      rows={rows}
      entity={chartEntity}
      tones={Object.fromEntries(report.chart.map((name) => [name, report.measures[name]?.tone]))}
      overTime={isTimeGroup(question.group)}
      width={width}
    />
  );
};

/** Declares the chart in the form that lists use. */
const drawingOf = (report: Report, group: string) => {
  const { group: title } = columnsOf(report, group);
  const fields: Fields = {
    group: title ?? f.text(['', '']),
    ...Object.fromEntries(
      report.chart.map((name) => {
        const field = report.measures[name]?.field;
        const [english, chinese] = field?.label ?? [name, name];
        const isTime = field?.kind === 'duration';
        return [
          name,
          f.number(isTime ? [`${english} (h)`, `${chinese}（小时）`] : [english, chinese]),
        ];
      }),
    ),
  };
  return entity(report.name, report.label, { fields, title: 'group', chart: [...report.chart] });
};
