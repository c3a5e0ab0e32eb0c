import CheckIcon from '@mui/icons-material/Check';
import CopyIcon from '@mui/icons-material/ContentCopy';
import { IconButton } from '@mui/material';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';

/** ms for which a tick says that it worked. */
const SAID = 1500;

/** Copies a value. */
export const CopyButton = ({ value, label }: { value: string; label: string }) => {
  const translate = useTranslate();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // A page without TLS has no clipboard.
      notify('screens.detail.copyFailed', { type: 'warning' });
    }
  };
  return (
    <IconButton
      className="copy"
      size="small"
      onClick={copy}
      aria-label={translate(copied ? 'screens.detail.copied' : 'screens.detail.copy', {
        field: label,
      })}
      sx={{ p: 0.25, my: -0.25, color: copied ? 'success.main' : 'text.secondary' }}
    >
      {copied ? <CheckIcon sx={{ fontSize: 15 }} /> : <CopyIcon sx={{ fontSize: 15 }} />}
    </IconButton>
  );
};
