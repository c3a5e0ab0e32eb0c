import type { RaRecord } from 'ra-core';
import { useTranslate } from 'ra-core';
import { useScreen } from '../../parts/ScreenContext';
import { SheetDialog } from '../../parts/SheetDialog';
import { useSplit } from '../../parts/useSplit';
import { EditManyForm } from './EditManyForm';
import { EditManyReport } from './EditManyReport';
import { RunProgress } from './RunProgress';
import { useEditMany } from './useEditMany';

interface Props {
  readonly records: readonly RaRecord[];
  readonly onClose: () => void;
}

/** Sets some fields of many records: asks for the values, shows how far it is, and what could not be changed. */
export const EditManyDialog = ({ records: given, onClose }: Props) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { able: records, left } = useSplit('update', given);
  const { step, run, stop } = useEditMany(entity);
  const close = () => {
    if (step.at !== 'running') onClose();
  };
  return (
    <SheetDialog
      title={translate('screens.editMany.title', { smart_count: records.length })}
      maxWidth="sm"
      onClose={close}
    >
      {step.at === 'asking' && (
        <EditManyForm
          records={records}
          left={left}
          onCancel={close}
          onRun={(values) => run(records, values)}
        />
      )}
      {step.at === 'running' && <RunProgress behind={step.behind} of={step.of} onStop={stop} />}
      {step.at === 'done' && (
        <EditManyReport
          result={step.result}
          onRetry={(again) => run(again, step.values)}
          onClose={close}
        />
      )}
    </SheetDialog>
  );
};
