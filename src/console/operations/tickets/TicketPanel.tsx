import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandLess';
import { Box, IconButton, Paper, Typography } from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { BOTTOM_BAR, CARD_GRID } from '../../look/components';
import { useReservedHeight } from '../../look/useReservedHeight';
import { type TicketBatch, ticketBook } from '../send/ticketBook';
import { DispatchSection } from './DispatchSection';
import { StateCounts } from './TicketRow';

/**
 * Panel at the bottom of every page with the results of the commands sent from this window, until the operator closes
 * it. It reserves its height, so that it covers no part of the page.
 */
export const TicketPanel = ({ dispatches }: { readonly dispatches: readonly TicketBatch[] }) => {
  const translate = useTranslate();
  const [open, setOpen] = useState(true);
  const panel = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useId();
  const title = useId();
  const newest = dispatches[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new command opens the panel
  useEffect(() => setOpen(true), [newest]);
  useReservedHeight(panel, BOTTOM_BAR);
  return (
    <Paper
      ref={panel}
      component="section"
      aria-labelledby={title}
      square
      elevation={0}
      sx={(theme) => ({
        position: 'fixed',
        // Below dialogs, above the rest.
        zIndex: theme.zIndex.modal - 1,
        left: 0,
        right: 0,
        bottom: 0,
        borderTop: 1,
        borderColor: 'divider',
        boxShadow: '0 -4px 16px rgb(0 0 0 / 0.08)',
        pb: 'env(safe-area-inset-bottom)',
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, pl: 2, pr: 1, minHeight: 44 }}>
        <Typography id={title} variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
          {translate('operations.panel.title')}
        </Typography>
        {!open && <StateCounts batches={dispatches} />}
        <Box sx={{ ml: 'auto', display: 'flex' }}>
          <IconButton
            size="small"
            aria-label={translate(`operations.panel.${open ? 'collapse' : 'expand'}`)}
            aria-expanded={open}
            aria-controls={list}
            onClick={() => setOpen(!open)}
          >
            <ExpandIcon
              sx={{ transform: open ? 'rotate(180deg)' : 'none', transition: 'transform 0.2s' }}
            />
          </IconButton>
          <IconButton
            size="small"
            aria-label={translate('ra.action.close')}
            onClick={() => ticketBook.clear()}
          >
            <CloseIcon />
          </IconButton>
        </Box>
      </Box>
      <Box
        ref={scroller}
        id={list}
        sx={{
          position: 'relative',
          maxHeight: 'min(32dvh, 288px)',
          overflowY: 'auto',
          borderTop: 1,
          borderColor: 'divider',
          ...CARD_GRID,
          ...(!open && { display: 'none' }),
        }}
      >
        {dispatches.map((dispatch) => (
          <DispatchSection key={dispatch.id} dispatch={dispatch} scroller={scroller} />
        ))}
      </Box>
    </Paper>
  );
};
