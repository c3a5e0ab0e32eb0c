import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { AloneValue } from '../../../fields/views/valueCell';
import type { NamedField } from '../../app/record';
import type { EditMerge } from './mergeEdit';

interface Props {
  readonly merge: EditMerge;
  readonly onLeave: () => void;
  /** @param theirFields names of the fields that get the stored value */
  readonly onMerge: (theirFields: ReadonlySet<string>) => void;
}

/**
 * Merge dialog after another operator has changed the record. It offers a choice for each value that both have changed.
 */
export const StaleDialog = ({ merge, onLeave, onMerge }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const [theirFields, setTheirFields] = useState<ReadonlySet<string>>(new Set());
  const { disputed, undisputed } = merge;
  const choose = (name: string, theirs: boolean) => {
    const next = new Set(theirFields);
    if (theirs) next.add(name);
    else next.delete(name);
    setTheirFields(next);
  };
  const names = undisputed.map(({ field }) => text(field.label)).join(', ');
  return (
    <Dialog open onClose={onLeave} maxWidth="sm" role="alertdialog">
      <DialogTitle>{translate('entity.stale.title')}</DialogTitle>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Typography color="textSecondary">
          {translate(disputed.length > 0 ? 'entity.stale.choose' : 'entity.stale.apart')}
        </Typography>
        {disputed.map((each) => (
          <StaleChoice
            key={each.name}
            {...each}
            merge={merge}
            theirs={theirFields.has(each.name)}
            onChoose={(theirs) => choose(each.name, theirs)}
          />
        ))}
        {names && (
          <Typography variant="body2" color="textSecondary">
            {translate('entity.stale.others', { names })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onLeave}>
          {translate('entity.stale.back')}
        </Button>
        <Button variant="contained" onClick={() => onMerge(theirFields)} autoFocus>
          {translate('ra.action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

interface StaleChoiceProps extends NamedField {
  readonly merge: EditMerge;
  readonly theirs: boolean;
  readonly onChoose: (theirs: boolean) => void;
}

const version = {
  display: 'flex',
  flexDirection: 'column',
  gap: 0.25,
  p: 1.25,
  minWidth: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflowWrap: 'anywhere',
} as const;

/** Choice between the two changed versions of a value, beside the original. */
const StaleChoice = ({ name, field, merge, theirs, onChoose }: StaleChoiceProps) => {
  const translate = useTranslate();
  const text = useText();
  const label = text(field.label);
  const { base, ours, theirs: stored } = merge;
  const options = [
    { key: 'mine', record: { ...base, ...ours } },
    { key: 'theirs', record: stored },
  ] as const;
  return (
    <Box component="section" aria-label={label}>
      <Typography variant="subtitle2" component="h3">
        {label}
      </Typography>
      <Typography variant="body2" color="textSecondary" component="div" sx={{ mb: 0.75 }}>
        {translate('entity.stale.opened')}{' '}
        <AloneValue name={name} field={field} value={base[name]} record={base} />
      </Typography>
      <RadioGroup
        aria-label={label}
        value={theirs ? 'theirs' : 'mine'}
        onChange={(_, choice) => onChoose(choice === 'theirs')}
        sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
      >
        {options.map(({ key, record }) => (
          <Box key={key} sx={version}>
            <FormControlLabel
              value={key}
              control={<Radio size="small" />}
              label={translate(`entity.stale.${key}`)}
            />
            <Box sx={{ pl: 3.5 }}>
              <AloneValue
                name={name}
                field={field}
                value={(record as Record<string, unknown>)[name]}
                record={record}
              />
            </Box>
          </Box>
        ))}
      </RadioGroup>
    </Box>
  );
};
