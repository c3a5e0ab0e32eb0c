import CopyIcon from '@mui/icons-material/ContentCopy';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useNotify, useTranslate } from 'react-admin';
import { inSentence } from '../../../domain/label';
import type { OneTimeSecret } from '../../../protocol';
import { saveFile } from '../../data';
import { Fact, Facts } from '../../look/Facts';
import { QrCode } from '../../look/QrCode';
import { ToolButton } from '../../look/ToolButton';

interface Props {
  readonly secrets: readonly OneTimeSecret[];
  /** File name without its extension. */
  readonly name: string;
}

/** One-time secrets of an action: of one record to read, copy and scan; of any number as a CSV file. */
export const Secrets = ({ secrets, name }: Props) => {
  const translate = useTranslate();
  const [first] = secrets;
  const download = async () => {
    const { unparse } = await import('papaparse');
    // Locks of different protocols have different secrets.
    const labels = [...new Set(secrets.flatMap(({ lines }) => lines.map(labelOf)))];
    const head = [translate('operations.secrets.record'), ...labels];
    const rows = secrets.map(({ title, lines }) => {
      const textByLabel = new Map(lines.map(({ label, text }) => [label, text]));
      return [title, ...labels.map((label) => textByLabel.get(label) ?? '')];
    });
    // The byte order mark makes spreadsheets read UTF-8; `escapeFormulae` keeps a text from running as a formula.
    const text = `\ufeff${unparse([head, ...rows], { escapeFormulae: true })}`;
    saveFile({ name: `${name}.csv`, blob: new Blob([text], { type: 'text/csv' }) });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">{translate('operations.secrets.once')}</Alert>
      {first && secrets.length === 1 && <OneSecret secret={first} />}
      {secrets.length > 1 && (
        <Typography>
          {translate('operations.secrets.many', { smart_count: secrets.length })}
        </Typography>
      )}
      <Button
        variant={secrets.length > 1 ? 'contained' : 'outlined'}
        startIcon={<DownloadIcon />}
        onClick={download}
        sx={{ justifySelf: 'start' }}
      >
        {translate('operations.secrets.download')}
      </Button>
    </Box>
  );
};

const labelOf = ({ label }: { readonly label: string }) => label;

const OneSecret = ({ secret: { title, lines, code } }: { readonly secret: OneTimeSecret }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    notify('entity.copy.done', { type: 'info' });
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      {code !== undefined && (
        <QrCode text={code} label={translate('operations.secrets.code', { title })} />
      )}
      <Facts sx={{ width: 1, rowGap: 0, '& dd': { display: 'flex', fontFamily: 'monospace' } }}>
        {lines.map(({ label, text }) => (
          <Fact key={label} label={label}>
            <Box component="span" sx={{ flex: 1, alignSelf: 'center' }}>
              {text}
            </Box>
            <ToolButton
              label={translate('operations.secrets.copy', { label: inSentence(label) })}
              onClick={() => copy(text)}
              icon={CopyIcon}
            />
          </Fact>
        ))}
      </Facts>
    </Box>
  );
};
