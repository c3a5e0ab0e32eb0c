import UnfoldIcon from '@mui/icons-material/ExpandMore';
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import {
  Alert,
  AlertTitle,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  styled,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type RaRecord, useDataProvider, useTranslate } from 'react-admin';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { labelOf } from '../../../domain/label';
import { isRelevant, isSecret } from '../../../fields';
import type { PreviewAnswer } from '../../../protocol';
import { useWhyNot } from '../../app';
import type { NamedField } from '../../app/record';
import { SlotComponent } from '../../app/slots';
import type { ConsoleDataProvider } from '../../data';
import { useScreen } from '../screen';
import { type FormProgress, RecordForm, RecordInput } from './RecordForm';
import { splitRows, type Values, visibleValues } from './values';

const ComputedValues = lazy(() =>
  import('./ComputedValues').then((loaded) => ({ default: loaded.ComputedValues })),
);

interface Props {
  /** Record to edit; undefined for a new one. */
  readonly record?: RaRecord;
  readonly rows: readonly NamedField[][];
  /** Reason why the form is read-only. */
  readonly blocked?: string;
  readonly onDirty: (dirty: boolean) => void;
  readonly onBusy: (busy: boolean) => void;
  readonly onCancel: () => void;
  readonly onSaved: (record: RaRecord) => void;
}

export const EntityForm = (props: Props) => {
  const { record, rows, onSaved } = props;
  const { presetValues } = useScreen();
  return (
    <Sheet record={record} rows={rows} presetValues={presetValues} onSaved={onSaved}>
      {(progress) => <SheetContent {...props} progress={progress} />}
    </Sheet>
  );
};

const Sheet = styled(RecordForm)({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  flex: 1,
});

const SheetContent = (props: Props & { readonly progress: FormProgress }) => {
  const { rows, blocked, onDirty, onBusy, onCancel, progress } = props;
  const { baseRecord, saving, failure, version } = progress;
  const { entity } = useScreen();
  const translate = useTranslate();
  const { isDirty } = useFormState();
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => onBusy(saving), [saving, onBusy]);
  return (
    <>
      <DialogContent dividers sx={{ display: 'flex', flexDirection: 'column', gap: 2.5, pt: 2.5 }}>
        {blocked && <Alert severity="info">{blocked}</Alert>}
        {baseRecord ? (
          <FormRows
            key={version}
            rows={rows}
            record={baseRecord}
            disabled={blocked !== undefined}
          />
        ) : (
          <NewRows rows={rows} />
        )}
        {Object.keys(entity.computed).length > 0 && (
          <Suspense fallback={null}>
            <ComputedValues record={baseRecord} />
          </Suspense>
        )}
        {entity.slots.form && <SlotComponent slot={entity.slots.form} slotProps={{}} />}
        {entity.preview && !baseRecord && <PreviewPanel rows={rows} />}
      </DialogContent>
      {failure && (
        <Alert severity="error" role="alert" sx={{ mx: 3, mt: 2, whiteSpace: 'pre-line' }}>
          {baseRecord && <AlertTitle>{translate('entity.form.notChanged')}</AlertTitle>}
          {failure}
        </Alert>
      )}
      <DialogActions>
        <Button color="inherit" onClick={onCancel} disabled={saving}>
          {translate(blocked ? 'ra.action.close' : 'ra.action.cancel')}
        </Button>
        {!blocked && (
          <Button type="submit" variant="contained" loading={saving}>
            {translate('ra.action.save')}
          </Button>
        )}
      </DialogActions>
    </>
  );
};

/** Makes secrets optional while editing: an empty one keeps the stored value. */
const optional = ({ field, name }: NamedField, editing: boolean): NamedField =>
  editing && isSecret(field) ? { name, field: { ...field, required: false } } : { name, field };

type FormRowsProps = Pick<Props, 'rows' | 'record'> & { readonly disabled: boolean };

/** Rows of the inputs that are relevant now; on a phone, one input per row. `disabled` makes all read-only. */
const FormRows = ({ rows, record, disabled }: FormRowsProps) => {
  // Preset values are shown read-only.
  const { entity, presetValues = {} } = useScreen();
  const { setValue } = useFormContext<Values>();
  const { isSubmitted } = useFormState();
  const editing = record !== undefined;
  const values = useWatch<Values>();
  // A preset list may get further records.
  const isGiven = (name: string) => name in presetValues && !Array.isArray(presetValues[name]);
  const whyNot = useWhyNot(entity);
  const reservedText = ({ name }: NamedField) => whyNot.text({ field: name, values }, record);
  const locked = (each: NamedField) =>
    disabled ||
    (editing && each.field.fixed) ||
    isGiven(each.name) ||
    reservedText(each) !== undefined;
  const first = rows.flat().find((each) => !locked(each));
  const relevantRows = rows
    .map((row) => row.filter(({ field }) => isRelevant(field, { ...record, ...values })))
    .filter((row) => row.length > 0);
  return relevantRows.map((row) => (
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
        const help = reservedText(each);
        return (
          <RecordInput
            key={name}
            name={name}
            field={help === undefined ? field : { ...field, help: labelOf(() => help) }}
            values={values}
            record={record}
            onOther={(other, value) =>
              setValue(other, value, { shouldDirty: true, shouldValidate: isSubmitted })
            }
            disabled={locked(each)}
            autoFocus={name === first?.name}
          />
        );
      })}
    </Box>
  ));
};

/** Rows of a new record. Those behind More come into view by its button, or because one of them has an error. */
const NewRows = ({ rows }: Pick<Props, 'rows'>) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { errors } = useFormState();
  const [isOpen, setIsOpen] = useState(false);
  const { first, rest } = splitRows(entity, rows);
  const isShown = rest.length === 0 || isOpen || rest.flat().some(({ name }) => name in errors);
  return (
    <>
      <FormRows rows={first} disabled={false} />
      {/* Its first input takes the focus from the button. */}
      {isShown ? (
        <FormRows rows={rest} disabled={false} />
      ) : (
        <Button
          color="inherit"
          startIcon={<UnfoldIcon />}
          onClick={() => setIsOpen(true)}
          sx={{ alignSelf: 'start' }}
        >
          {translate('entity.form.more')}
        </Button>
      )}
    </>
  );
};

const samples = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  m: 0,
  p: 0,
  listStyle: 'none',
};

/** Panel that shows, once opened, the records that the form would create, and updates while the form is filled in. */
const PreviewPanel = ({ rows }: { readonly rows: readonly NamedField[][] }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { preview, reason, searching } = usePreview(rows, open);
  if (!open) {
    return (
      <Button startIcon={<PreviewIcon />} onClick={() => setOpen(true)} sx={{ alignSelf: 'start' }}>
        {translate('entity.preview.title')}
      </Button>
    );
  }
  return (
    <Box component="section" aria-label={translate('entity.preview.title')} aria-live="polite">
      <Typography variant="subtitle2" component="h3">
        {translate('entity.preview.title')}
      </Typography>
      <LinearProgress
        aria-label={translate('ra.page.loading')}
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
            {translate('entity.preview.total', { smart_count: preview.total })}
          </Typography>
          <Box component="ul" sx={samples}>
            {placeholdersOf(preview).map((sample) => (
              <Typography component="li" variant="body2" color="textSecondary" key={sample}>
                {sample}
              </Typography>
            ))}
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

const AND_MORE = '…';

/** Returns the samples of a preview, with an ellipsis for the rest unless the server has put one among them. */
export const placeholdersOf = ({ total, samples }: PreviewAnswer): readonly string[] =>
  total > samples.length && !samples.includes(AND_MORE) ? [...samples, AND_MORE] : samples;

/** Debounce of the preview requests, ms. */
const PAUSE = 500;

/** Returns the server's preview of the records that the form would create. */
const usePreview = (rows: readonly NamedField[][], enabled: boolean) => {
  const { entity } = useScreen();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const input = JSON.stringify(visibleValues(rows, useWatch<Values>()));
  const [debouncedInput, setDebouncedInput] = useState(input);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedInput(input), PAUSE);
    return () => clearTimeout(timer);
  }, [input]);
  const query = useQuery({
    queryKey: [entity.name, 'preview', debouncedInput],
    queryFn: ({ signal }) =>
      dataProvider.preview(entity.name, JSON.parse(debouncedInput), { signal }),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return {
    preview: query.isError ? undefined : query.data,
    reason: query.error?.message,
    searching: enabled && (query.isFetching || debouncedInput !== input),
  };
};
