import { Alert, Box, Card, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { useForm, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { type Field, type Fields, f, hasRows, type Report, reportGroups } from '../../../config';
import { choices } from '../../../domain/label';
import { periods } from '../../../domain/period';
import { dayAt, ownZone, zoneText } from '../../../domain/zone';
import { momentFormat } from '../../../fields/clock';
import { ArgumentInputs, type Values } from '../../../fields/views/form';
import { PeriodFilter } from '../../../fields/views/periodFilter';
import { useNow, useText } from '../../../fields/views/reader';
import { ApiError } from '../../../protocol';
import { useApp, useEntityByName } from '../../app';
import { type ConsoleDataProvider, getShifts, useReadableEntities } from '../../data';
import { RetryAlert } from '../../look/alerts';
import { FRAME } from '../../look/theme';
import { isCountUnsupported, isForbidden } from '../dashboard/figures';
import { CUSTOM_PERIOD, formValues, questionFromUrl, serializeQuestion } from './question';
import { ReportButtons } from './ReportButtons';
import { ReportRows } from './ReportRows';

const ROWS = 50;

export const ReportPage = () => {
  const translate = useTranslate();
  const [first, ...otherReports] = useReports();
  if (!first) return <Alert severity="info">{translate('report.none')}</Alert>;
  return <ReportForm reports={[first, ...otherReports]} />;
};

const useReports = (): readonly Report[] => {
  const readable = useReadableEntities();
  const { declared } = useApp();
  return useMemo(
    () => declared.reports.filter(({ reads }) => readable.has(reads)),
    [declared, readable],
  );
};

/** Returns the inputs of a report's query, besides the time. */
const useInputs = (reports: readonly Report[], report: Report) => {
  const savedFields = useEntityByName('savedReport')?.fields;
  return useMemo(() => {
    const names = reports.map(
      ({ name, label: [english, chinese] }) => [name, english, chinese] as const,
    );
    const scopeFields = Object.entries((savedFields ?? {}) as Fields)
      .filter(([name]) => {
        const column = { orgs: 'org_id', devices: 'sn' }[name];
        return column !== undefined && !report.records?.without.includes(column);
      })
      .map(([name, field]) => [name, { ...field, help: undefined } as Field]);
    const times = Object.entries(report.records?.times ?? {}).map(
      ([name, { label }]) => [name, ...label] as const,
    );
    const narrowing: Fields = {
      group: f.choice(['Group by', '汇总方式'], choices(reportGroups(report)), {
        required: !hasRows(report),
      }),
      ...(times.length > 1 && {
        time: f.choice(['Date', '日期'], choices(times), { required: true }),
      }),
      ...Object.fromEntries(scopeFields),
    };
    return { report: f.choice(['Report', '报表'], choices(names), { required: true }), narrowing };
  }, [savedFields, reports, report]);
};

const ReportForm = ({ reports }: { reports: readonly [Report, ...Report[]] }) => {
  const translate = useTranslate();
  const text = useText();
  const [params, setParams] = useSearchParams();
  const form = useForm<Values>({ values: formValues(params, reports) });
  const values = useWatch({ control: form.control });
  const report = reports.find(({ name }) => name === values.report) ?? reports[0];
  const { narrowing, ...reportField } = useInputs(reports, report);
  const [page, setPage] = useState(1);
  const today = dayAt(ownZone(), useNow());
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another day the same words ask for another time
  const question = useMemo(
    () => questionFromUrl(report, values, { now: Date.now(), shifts: getShifts() }),
    [report, values, today],
  );
  const key = JSON.stringify(question);
  const [lastKey, setLastKey] = useState(key);
  if (lastKey !== key) {
    setLastKey(key);
    setPage(1);
  }
  const { runReport } = useDataProvider<ConsoleDataProvider>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report', question, page],
    queryFn: ({ signal }) =>
      runReport(
        { ...(question as NonNullable<typeof question>), pageNum: page, pageSize: ROWS },
        { signal },
      ),
    enabled: question !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const saveParams = () => setParams(serializeQuestion(form.getValues()), { replace: true });
  const zone = question ? zoneText(question.zone, question.from, question.to) : '';
  return (
    <Box
      sx={{ p: `${FRAME.gap}px`, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography variant="h3" component="h1">
            {text(report.label)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {zone
              ? translate('report.aboutIn', { about: text(report.about), zone })
              : text(report.about)}
          </Typography>
        </Box>
        <ReportButtons report={report} values={values} question={question} zone={zone} />
      </Box>
      <Card
        component="form"
        aria-label={translate('report.ask')}
        onBlur={saveParams}
        onSubmit={(event) => event.preventDefault()}
        sx={{
          p: 2,
          display: 'grid',
          gap: 1.5,
          alignItems: 'start',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(auto-fill, minmax(220px, 1fr))',
          },
        }}
      >
        <ArgumentInputs fields={reportField} control={form.control} disabled={false} />
        <ReportTime
          values={values}
          onChange={(time) => {
            for (const [name, value] of Object.entries(time)) form.setValue(name, value);
            saveParams();
          }}
        />
        <ArgumentInputs fields={narrowing} control={form.control} disabled={false} follows />
      </Card>
      {!question && <Alert severity="info">{translate('report.incomplete')}</Alert>}
      {question && error && <ReportError error={error} onRetry={() => refetch()} />}
      {question && !error && (
        <ReportRows
          report={report}
          question={question}
          data={data}
          busy={isFetching}
          page={page}
          perPage={ROWS}
          onPage={setPage}
        />
      )}
    </Box>
  );
};

interface TimeProps {
  readonly values: Values;
  readonly onChange: (time: Pick<Values, 'period' | 'from' | 'to'>) => void;
}

const ReportTime = ({ values: { period, from, to }, onChange }: TimeProps) => (
  <PeriodFilter
    field={{ label: ['Period', '时间范围'] }}
    name="time"
    filters={
      period === CUSTOM_PERIOD
        ? { time_from: from ?? undefined, time_to: to ?? undefined }
        : { time_last: period }
    }
    onChange={({ time_last, time_from = null, time_to = null }) =>
      onChange({ period: time_last ?? CUSTOM_PERIOD, from: time_from, to: time_to })
    }
    format={momentFormat}
    periods={periods}
  />
);

/** Error in place of a report; a customer's own server may not support reports. */
const ReportError = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const translate = useTranslate();
  if (isCountUnsupported(error))
    return <Alert severity="info">{translate('report.notOffered')}</Alert>;
  if (isForbidden(error)) return <Alert severity="info">{translate('report.none')}</Alert>;
  if (error instanceof ApiError && error.code === 'invalid') {
    const [reason] = Object.values(error.fields ?? {});
    return <Alert severity="warning">{reason ?? error.message}</Alert>;
  }
  return <RetryAlert error={error} onRetry={onRetry} />;
};
