import SaveIcon from '@mui/icons-material/BookmarkAddOutlined';
import ExcelIcon from '@mui/icons-material/FileDownloadOutlined';
import PrintIcon from '@mui/icons-material/Print';
import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Stack,
  TextField,
} from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCreate, useDataProvider, useGetList, useNotify, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Report } from '../../../config';
import { localTime } from '../../../domain/figures';
import type { Values } from '../../../fields/views/form';
import { useText } from '../../../fields/views/reader';
import { buttonCode, type ReportQuestion } from '../../../protocol';
import { type ConsoleDataProvider, errorNotice, saveFile, useAccess, useGrants } from '../../data';
import { Paper } from '../../look/Paper';
import { CUSTOM_PERIOD, serializeQuestion } from './question';
import { columnsOf, MeasureChart, ReportTable } from './ReportRows';

interface Props {
  readonly report: Report;
  readonly values: Values;
  readonly question: ReportQuestion | undefined;
  readonly zone: string;
}

const SAVED_REPORT = 'savedReport';

/** Background of its own beside a card, for contrast. */
const OWN_GROUND = { bgcolor: 'background.paper' } as const;

export const ReportButtons = ({ report, values, question, zone }: Props) => {
  const translate = useTranslate();
  const notify = useNotify();
  const { reportFile } = useDataProvider<ConsoleDataProvider>();
  const [saving, setSaving] = useState(false);
  const grants = useGrants();
  const download = useMutation({
    mutationFn: async (of: ReportQuestion) => saveFile(await reportFile(of)),
    onError: (error) => notify(...errorNotice(error)),
  });
  const off = !question || download.isPending;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <SavedReports />
      <Button
        variant="outlined"
        sx={OWN_GROUND}
        startIcon={<ExcelIcon />}
        disabled={off}
        onClick={() => question && download.mutate(question)}
      >
        {translate('report.excel')}
      </Button>
      <Button
        variant="outlined"
        sx={OWN_GROUND}
        startIcon={<PrintIcon />}
        disabled={off}
        onClick={() => print()}
      >
        {translate('report.print')}
      </Button>
      {grants(buttonCode(SAVED_REPORT, 'add')) && values.period !== CUSTOM_PERIOD ? (
        <Button
          variant="contained"
          startIcon={<SaveIcon />}
          disabled={off}
          onClick={() => setSaving(true)}
        >
          {translate('ra.action.save')}
        </Button>
      ) : null}
      {saving && question && (
        <SaveDialog
          values={values}
          question={question}
          report={report}
          onClose={() => setSaving(false)}
        />
      )}
      {question && <PrintedReport report={report} question={question} zone={zone} />}
    </Stack>
  );
};

interface SavedRecord {
  readonly id: number;
  readonly report_name: string;
  readonly report: string;
  readonly period: string;
  readonly group_by: string | null;
  readonly time_field: string | null;
  readonly orgs: readonly number[] | null;
  readonly devices: readonly number[] | null;
}

const SavedReports = () => {
  const translate = useTranslate();
  const [, setParams] = useSearchParams();
  const { data = [] } = useGetList<SavedRecord>(
    SAVED_REPORT,
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'report_name', order: 'ASC' } },
    { retry: false },
  );
  if (data.length === 0) return null;
  const open = (id: number) => {
    const savedReport = data.find((each) => each.id === id);
    if (!savedReport) return;
    const { report, period, group_by: group, time_field: time, orgs, devices } = savedReport;
    setParams(serializeQuestion({ report, period, group, time, orgs, devices }));
  };
  return (
    <TextField
      select
      size="small"
      margin="none"
      fullWidth={false}
      label={translate('report.saved')}
      value=""
      onChange={(event) => open(Number(event.target.value))}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '100%', sm: 200 } }}
    >
      <option value="" />
      {data.map(({ id, report_name }) => (
        <option key={id} value={id}>
          {report_name}
        </option>
      ))}
    </TextField>
  );
};

interface SaveProps extends Pick<Props, 'report' | 'values'> {
  readonly question: ReportQuestion;
  readonly onClose: () => void;
}

const SaveDialog = ({ report, values, question, onClose }: SaveProps) => {
  const translate = useTranslate();
  const text = useText();
  const notify = useNotify();
  const [create, { isPending }] = useCreate();
  const [name, setName] = useState(text(report.label));
  const [shared, setShared] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const data = {
      report_name: name.trim(),
      report: report.name,
      period: values.period,
      group_by: question.group ?? null,
      time_field: question.time ?? null,
      orgs: question.orgs ?? [],
      devices: question.devices ?? [],
      zone: question.zone,
      shared,
      every: 'never',
    };
    create(
      SAVED_REPORT,
      { data },
      {
        onSuccess: () => {
          notify('report.savedNow', { type: 'success' });
          onClose();
        },
        onError: (error) => notify(...errorNotice(error)),
      },
    );
  };
  return (
    <Dialog open onClose={onClose} maxWidth="xs">
      <form onSubmit={submit}>
        <DialogTitle>{translate('report.saveTitle')}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            required
            label={translate('entity.views.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 60 } }}
            helperText={translate('report.saveHelp')}
          />
          <FormControlLabel
            control={<Checkbox checked={shared} onChange={(_, checked) => setShared(checked)} />}
            label={translate('report.shared')}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={isPending || name.trim() === ''}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};

/** Limit of printed rows. */
const PRINTED = 1_000;
/** Width between the margins of an A4 page in portrait, px. */
const A4 = 680;

interface PrintedProps extends Pick<Props, 'report' | 'zone'> {
  readonly question: ReportQuestion;
}

const PrintedReport = ({ report, question, zone }: PrintedProps) => {
  const translate = useTranslate();
  const text = useText();
  const { oper } = useAccess();
  const { runReport } = useDataProvider<ConsoleDataProvider>();
  const printQuestion = { ...question, pageNum: 1, pageSize: PRINTED };
  // Load beforehand, because printing does not wait for requests.
  const { data } = useQuery({
    queryKey: ['report', printQuestion, 'printed'],
    queryFn: ({ signal }) => runReport(printQuestion, { signal }),
    retry: false,
  });
  const rows = data?.list ?? [];
  return (
    <Paper>
      <h1>{text(report.label)}</h1>
      <p>
        {localTime(question.from)} – {localTime(question.to)}, {zone}
        <br />
        {translate('report.by', { name: oper.operName, time: localTime(Date.now()) })}
        {data && data.total > rows.length && (
          <>
            <br />
            {translate('report.more', { shown: rows.length, total: data.total })}
          </>
        )}
      </p>
      {question.group !== undefined && (
        <Box sx={{ mb: 2 }}>
          <MeasureChart report={report} question={question} width={A4} />
        </Box>
      )}
      <ReportTable
        columns={columnsOf(report, question.group)}
        rows={rows}
        sums={question.group === undefined ? undefined : data?.sums}
      />
    </Paper>
  );
};
