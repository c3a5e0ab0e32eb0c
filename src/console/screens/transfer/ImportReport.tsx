import {
  Alert,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { fieldOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { faultsOf, type ReportedStep, validRows } from './importSteps';

/** Faults that are listed; nobody reads more before mending the file. */
const LISTED = 200;

/** What an import would do or has done, and each wrong cell with its row. */
export const ImportReport = ({ step }: { step: ReportedStep }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const { answer } = step;
  const faults = faultsOf(answer);
  const bad = answer.total - validRows(answer);
  const done = step.at === 'done';
  const labelOf = (name: string) => {
    const field = fieldOf(entity, name);
    return field ? text(field.label) : name;
  };
  return (
    <>
      <Typography color="textSecondary">{step.file}</Typography>
      <Alert severity={done || bad === 0 ? 'success' : 'warning'} role="status">
        {done
          ? translate('screens.import.added', { smart_count: answer.added })
          : translate('screens.import.checked', { total: answer.total, valid: validRows(answer) })}
        {bad > 0 && ` ${translate('screens.import.bad', { smart_count: bad })}`}
      </Alert>
      {faults.length > 0 && (
        <TableContainer sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}>
          <Table size="small" stickyHeader>
            <TableHead>
              <TableRow>
                <TableCell align="right">{translate('screens.import.row')}</TableCell>
                <TableCell>{translate('screens.import.field')}</TableCell>
                <TableCell>{translate('screens.import.problem')}</TableCell>
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
          {translate('screens.import.moreFaults', { smart_count: faults.length - LISTED })}
        </Typography>
      )}
    </>
  );
};
