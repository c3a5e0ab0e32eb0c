import TemplateIcon from '@mui/icons-material/DescriptionOutlined';
import ImportIcon from '@mui/icons-material/FileUploadOutlined';
import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import {
  Alert,
  Box,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../../../config';
import { pathLabel } from '../../../../fields/lines';
import { useNoun, useText } from '../../../../fields/views/reader';
import { uploadRefusal } from '../../../../fields/views/upload';
import type { ImportAnswer } from '../../../../protocol';
import { type ConsoleDataProvider, errorNotice, saveFile } from '../../../data';
import { ErrorAlert } from '../../../look/alerts';
import { HeadButton } from '../../HeadButton';
import { SheetDialog } from '../../SheetDialog';
import { useScreen } from '../../screen';

export const ImportButton = () => {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <HeadButton
        label={translate('entity.import.button')}
        icon={ImportIcon}
        onClick={() => setOpen(true)}
      />
      {open && <ImportDialog onClose={() => setOpen(false)} />}
    </>
  );
};

/** Import dialog: template, file, its errors, and then the import of the valid rows. */
const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const noun = useNoun();
  const { step, check, run, again } = useImport(entity);
  const busy = step.at === 'checking' || step.at === 'importing';
  const close = () => {
    if (!busy) onClose();
  };
  const valid = 'answer' in step ? validRows(step.answer) : 0;
  return (
    <SheetDialog
      title={translate('entity.import.title', { name: noun(entity, 2) })}
      maxWidth="sm"
      onClose={close}
    >
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        {step.at === 'choose' && (
          <>
            <TemplateButton />
            <DropZone onFile={check} />
          </>
        )}
        <ErrorAlert>{'failure' in step && step.failure}</ErrorAlert>
        {step.at === 'checking' && (
          <div role="status">
            <Typography sx={{ mb: 1 }}>
              {translate('entity.import.checking', { file: step.file })}
            </Typography>
            <LinearProgress
              variant={step.part < 1 ? 'determinate' : 'indeterminate'}
              value={step.part * 100}
            />
          </div>
        )}
        {'answer' in step && <ImportReport step={step} />}
      </DialogContent>
      <DialogActions>
        {(step.at === 'checked' || step.at === 'done') && (
          <Button color="inherit" onClick={again} sx={{ mr: 'auto' }}>
            {translate('entity.import.another')}
          </Button>
        )}
        <Button color="inherit" onClick={close} disabled={busy}>
          {translate(step.at === 'done' ? 'ra.action.close' : 'ra.action.cancel')}
        </Button>
        {(step.at === 'checked' || step.at === 'importing') && (
          <Button
            variant="contained"
            loading={step.at === 'importing'}
            disabled={valid === 0}
            onClick={() => run(step)}
          >
            {translate('entity.import.run', { smart_count: valid })}
          </Button>
        )}
      </DialogActions>
    </SheetDialog>
  );
};

/** Button that saves an empty spreadsheet with the right columns. */
const TemplateButton = () => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.importTemplate(entity.name),
    onSuccess: saveFile,
    onError: (error) => notify(...errorNotice(error)),
  });
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography color="textSecondary" sx={{ flex: '1 1 240px' }}>
        {translate('entity.import.templateText')}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<TemplateIcon />}
        loading={isPending}
        loadingPosition="start"
        onClick={() => mutate()}
      >
        {translate('entity.import.template')}
      </Button>
    </Box>
  );
};

const ACCEPTED = '.xlsx';

const DropZone = ({ onFile }: { onFile: (file: File) => void }) => {
  const translate = useTranslate();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const right = files.length === 1 && file.name.toLowerCase().endsWith(ACCEPTED);
    setRefused(!right);
    if (right) onFile(file);
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    take(event.dataTransfer.files);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files);
    event.target.value = '';
  };
  return (
    <Box
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 1.5,
        p: 4,
        border: '1.5px dashed',
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 2,
        bgcolor: over ? 'action.hover' : undefined,
        textAlign: 'center',
      }}
    >
      <UploadIcon sx={{ fontSize: 40, color: over ? 'primary.main' : 'text.disabled' }} />
      <Typography
        color="textSecondary"
        // Touch screens have no drag and drop of files.
        sx={{ '@media (pointer: coarse)': { display: 'none' } }}
      >
        {translate('entity.import.drop')}
      </Typography>
      <Button variant="contained" onClick={() => chooser.current?.click()} autoFocus>
        {translate('entity.import.choose')}
      </Button>
      <input ref={chooser} type="file" accept={ACCEPTED} onChange={choose} hidden />
      {refused && (
        <Typography role="alert" color="error" variant="body2">
          {translate('entity.import.wrongFile')}
        </Typography>
      )}
    </Box>
  );
};

/** Limit of the listed errors: an operator mends the file before reading more. */
const LISTED = 200;

/** Result of an import or of its dry run, with each invalid cell. */
const ImportReport = ({ step }: { step: Extract<ImportStep, { answer: ImportAnswer }> }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { answer } = step;
  const faults = cellErrors(answer);
  const bad = answer.total - validRows(answer);
  const done = step.at === 'done';
  const labelOf = (name: string) => {
    const label = pathLabel(entity.fields, name);
    return label ? text(label) : name;
  };
  return (
    <>
      <Typography color="textSecondary">{step.file}</Typography>
      <Alert severity={done || bad === 0 ? 'success' : 'warning'} role="status">
        {done
          ? translate('entity.import.added', { smart_count: answer.added })
          : translate('entity.import.checked', { total: answer.total, valid: validRows(answer) })}
        {bad > 0 && ` ${translate('entity.import.bad', { smart_count: bad })}`}
      </Alert>
      {answer.ignored && answer.ignored.length > 0 && (
        <Alert severity="info" role="status">
          {translate('entity.import.ignored', { names: answer.ignored.join(', ') })}
        </Alert>
      )}
      {faults.length > 0 && (
        <TableContainer sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell align="right">{translate('entity.import.row')}</TableCell>
                <TableCell>{translate('entity.import.field')}</TableCell>
                <TableCell>{translate('entity.import.problem')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {faults.slice(0, LISTED).map(({ key, row, field, message }) => (
                <TableRow key={key}>
                  <TableCell align="right">{row}</TableCell>
                  <TableCell>{labelOf(field)}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {faults.length > LISTED && (
        <Typography variant="body2" color="textSecondary">
          {translate('entity.import.moreFaults', { smart_count: faults.length - LISTED })}
        </Typography>
      )}
    </>
  );
};

/** Runs an import from the choice of a file to the result. No row is added before the operator has seen the errors. */
const useImport = (entity: AnyEntity) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const client = useQueryClient();
  const [step, setStep] = useState<ImportStep>({ at: 'choose' });

  const check = async (sheet: File) => {
    const file = sheet.name;
    setStep({ at: 'checking', file, part: 0 });
    try {
      const { path } = await dataProvider.upload(sheet, 'import', (part) =>
        setStep({ at: 'checking', file, part }),
      );
      const answer = await dataProvider.importRows(entity.name, path, true);
      setStep({ at: 'checked', file, path, answer });
    } catch (error) {
      setStep({ at: 'choose', failure: uploadRefusal(error) });
    }
  };

  const run = async (checked: Extract<ImportStep, { path: string }>) => {
    const { file, path } = checked;
    setStep({ ...checked, at: 'importing', failure: undefined });
    try {
      const answer = await dataProvider.importRows(entity.name, path, false);
      setStep({ at: 'done', file, answer });
      await client.invalidateQueries();
    } catch (error) {
      setStep({ ...checked, failure: uploadRefusal(error) });
    }
  };

  return { step, check, run, again: () => setStep({ at: 'choose' }) };
};

type ImportStep =
  | { readonly at: 'choose'; readonly failure?: string }
  | { readonly at: 'checking'; readonly file: string; readonly part: number }
  | {
      readonly at: 'checked' | 'importing';
      readonly file: string;
      readonly path: string;
      readonly answer: ImportAnswer;
      readonly failure?: string;
    }
  | { readonly at: 'done'; readonly file: string; readonly answer: ImportAnswer };

/** Returns the invalid cells of an import, row by row; the header is row 1. */
export const cellErrors = (answer: ImportAnswer) =>
  answer.errors.flatMap(({ row, fields }) =>
    Object.entries(fields).map(([field, message]) => ({
      key: `${row} ${field}`,
      row,
      field,
      message,
    })),
  );

export const validRows = ({ total, errors }: ImportAnswer): number =>
  total - new Set(errors.map(({ row }) => row)).size;
