import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useNotify, useTranslate } from 'ra-core';
import { useEffect, useMemo, useState } from 'react';
import { type Control, useForm, useWatch } from 'react-hook-form';
import { isRelevant } from '../../../fields';
import { FormField as BoundField } from '../../../fields/form';
import type { InputProps, Row } from '../../../fields/views';
import type { ConsoleDataProvider, PreviewAnswer } from '../../data';
import { useScreen } from '../screen';
import { useRefusal } from './refusal';
import { StaleDialog } from './StaleDialog';
import { useChange } from './save';
import { askedValues, type FormField, resolverOf, startValues, type Values } from './values';

interface Props {
  readonly record?: RaRecord;
  readonly rows: readonly FormField[][];
  /** Why it can only be looked at. */
  readonly kept?: string;
  readonly onDirty: (dirty: boolean) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onSaved: (record: RaRecord) => void;
}

/** The inputs of a record and the buttons under them. A failure leaves everything as it was typed. */
export const EntityForm = (props: Props) => {
  const { record, rows, kept, onDirty, onBusy, onCancel, onSaved } = props;
  const { entity, given } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const change = useChange(entity, rows, record, given);
  const { opened, stale, isPending, save, settle, leaveStale } = change;
  // Inputs that keep what was typed in their own way start anew with the values of somebody else.
  const [version, setVersion] = useState(0);
  const shown = useMemo(() => rows.flat().map(({ name }) => name), [rows]);
  const { control, handleSubmit, setError, setValue, reset, formState } = useForm<Values>({
    defaultValues: useMemo(() => startValues(rows, record, given), [rows, record, given]),
    resolver: useMemo(
      () => resolverOf(entity, opened ? 'edit' : 'create', shown, opened),
      [entity, opened, shown],
    ),
  });
  const { failure, refuse, forget } = useRefusal(setError, shown);
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onBusy(isPending), [isPending, onBusy]);

  const attempt = async (run: () => Promise<RaRecord | undefined>) => {
    forget();
    try {
      const saved = await run();
      if (!saved) return;
      notify(opened ? 'screens.form.changed' : 'screens.form.added', { type: 'success' });
      onSaved(saved);
    } catch (error) {
      refuse(error);
    }
  };
  const onSettle = (taken: ReadonlySet<string>) => {
    const next = settle(taken);
    if (!next || !stale) return;
    reset(startValues(rows, stale.theirs));
    for (const [name, value] of Object.entries(next.values)) {
      setValue(name, value, { shouldDirty: true });
    }
    setVersion(version + 1);
    void attempt(next.save);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={handleSubmit((values) => attempt(() => save(values)))}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}>
        {kept && <Alert severity="info">{kept}</Alert>}
        <FormRows
          key={version}
          rows={rows}
          control={control}
          record={opened}
          given={given}
          disabled={kept !== undefined}
          onOther={(name, value) =>
            setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }
        />
        {entity.preview && !opened && <PreviewPanel rows={rows} control={control} />}
      </DialogContent>
      {failure && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2, whiteSpace: 'pre-line' }}>
          {failure}
        </Alert>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onCancel} disabled={isPending}>
          {translate(kept ? 'screens.close' : 'screens.cancel')}
        </Button>
        {!kept && (
          <Button type="submit" variant="contained" loading={isPending}>
            {translate('screens.save')}
          </Button>
        )}
      </DialogActions>
      {stale && <StaleDialog stale={stale} onLeave={leaveStale} onSettle={onSettle} />}
    </Box>
  );
};

interface FormRowsProps {
  readonly rows: readonly FormField[][];
  readonly control: Control<Values>;
  readonly record?: Row;
  /** Values that are so because of where the form was opened: shown, not changed. */
  readonly given?: Row;
  /** All of it can only be looked at. */
  readonly disabled?: boolean;
  /** Sets another input of the form. */
  readonly onOther: InputProps['onOther'];
}

/** A password left empty stays as it is. */
const optional = ({ field, name }: FormField, editing: boolean): FormField =>
  editing && field.kind === 'password'
    ? { name, field: { ...field, required: false } }
    : { name, field };

/** The inputs of a form in their rows, those that are asked for now; on a phone each has a row of its own. */
const FormRows = ({
  rows,
  control,
  record,
  given = {},
  disabled,
  onOther,
}: FormRowsProps) => {
  const editing = record !== undefined;
  const values = useWatch({ control });
  // A list that has to hold one record may hold others too.
  const isGiven = (name: string) => name in given && !Array.isArray(given[name]);
  const locked = ({ name, field }: FormField) =>
    disabled || (editing && field.fixed) || isGiven(name);
  const first = rows.flat().find((each) => !locked(each));
  const asked = rows
    .map((row) => row.filter(({ field }) => isRelevant(field, { ...record, ...values })))
    .filter((row) => row.length > 0);
  return asked.map((row) => (
    <Box
      key={row[0]?.name}
      sx={{
        display: 'grid',
        gap: { xs: 2.5, sm: 2 },
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${row.length}, minmax(0, 1fr))` },
      }}
    >
      {row.map((each) => {
        const { name, field } = optional(each, editing);
        return (
          <BoundField
            key={name}
            name={name}
            field={field}
            control={control}
            values={values}
            record={record}
            onOther={onOther}
            disabled={locked(each)}
            autoFocus={name === first?.name}
          />
        );
      })}
    </Box>
  ));
};

interface PreviewPanelProps {
  readonly rows: readonly FormField[][];
  readonly control: Control<Values>;
}

const samples = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
};

/** Shows on request what the form would make, and goes on showing it while the form is filled in. */
const PreviewPanel = ({ rows, control }: PreviewPanelProps) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { preview, reason, searching } = usePreview(rows, control, open);
  if (!open) {
    return (
      <Button startIcon={<PreviewIcon />} onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
        {translate('screens.preview.button')}
      </Button>
    );
  }
  return (
    <Box component="section" aria-label={translate('screens.preview.title')} aria-live="polite">
      <Typography variant="subtitle2" component="h3">
        {translate('screens.preview.title')}
      </Typography>
      <LinearProgress
        aria-label={translate('screens.list.loading')}
        sx={{ visibility: searching ? 'visible' : 'hidden', height: 2, mb: 1 }}
      />
      {reason && (
        <Typography variant="body2" color="textSecondary">
          {reason}
        </Typography>
      )}
      {preview && (
        <>
          <Typography variant="body2">
            {translate('screens.preview.total', { smart_count: preview.total })}
          </Typography>
          <Box component="ul" sx={samples}>
            {preview.samples.map((sample) => (
              <Typography component="li" variant="body2" color="textSecondary" key={sample}>
                {sample}
              </Typography>
            ))}
            {preview.total > preview.samples.length && <li aria-hidden>…</li>}
          </Box>
        </>
      )}
      {preview && preview.problems.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {preview.problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Alert>
      )}
    </Box>
  );
};

/** ms without a key before the server is asked. */
const PAUSE = 500;

interface Preview {
  readonly preview?: PreviewAnswer;
  /** Why there is none. */
  readonly reason?: string;
  readonly searching: boolean;
}

/** What the server would make of a form as it is filled in now. */
const usePreview = (
  rows: readonly FormField[][],
  control: Control<Values>,
  wanted: boolean,
): Preview => {
  const { entity } = useScreen();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const typed = JSON.stringify(askedValues(rows, useWatch({ control })));
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({
    queryKey: [entity.name, 'preview', settled],
    queryFn: ({ signal }) => dataProvider.preview(entity.name, JSON.parse(settled), { signal }),
    enabled: wanted,
    retry: false,
    placeholderData: keepPreviousData,
  });
  const searching = wanted && (query.isFetching || settled !== typed);
  if (query.isError) return { reason: query.error.message, searching };
  return { preview: query.data, searching };
};
