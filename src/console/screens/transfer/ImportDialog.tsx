import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  LinearProgress,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { useScreen } from '../parts/ScreenContext';
import { SheetDialog } from '../parts/SheetDialog';
import { DropZone } from './DropZone';
import { ImportReport } from './ImportReport';
import { validRows } from './importSteps';
import { TemplateButton } from './TemplateButton';
import { useImport } from './useImport';

/** Brings rows of a spreadsheet in: template, file, what is wrong with it, and then the rows that are right. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { step, check, run, again } = useImport(entity);
  const busy = step.at === 'checking' || step.at === 'importing';
  const close = () => {
    if (!busy) onClose();
  };
  const valid = 'answer' in step ? validRows(step.answer) : 0;
  return (
    <SheetDialog
      title={translate('screens.import.title', { name: text(entity.label) })}
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
        {'failure' in step && step.failure && (
          <Alert severity="error" role="alert">
            {step.failure}
          </Alert>
        )}
        {step.at === 'checking' && (
          <div role="status">
            <Typography sx={{ mb: 1 }}>
              {translate('screens.import.checking', { file: step.file })}
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
            {translate('screens.import.another')}
          </Button>
        )}
        <Button color="inherit" onClick={close} disabled={busy}>
          {translate(step.at === 'done' ? 'screens.close' : 'screens.cancel')}
        </Button>
        {(step.at === 'checked' || step.at === 'importing') && (
          <Button
            variant="contained"
            loading={step.at === 'importing'}
            disabled={valid === 0}
            onClick={() => step.at === 'checked' && run(step)}
          >
            {translate('screens.import.run', { smart_count: valid })}
          </Button>
        )}
      </DialogActions>
    </SheetDialog>
  );
};
