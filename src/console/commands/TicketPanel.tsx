import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandLess';
import { Box, Collapse, IconButton, Paper, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useState } from 'react';
import { DispatchSections } from './DispatchSections';
import { StateCounts } from './StateCounts';
import { ticketBook } from './ticketBook';
import { useAnnouncement } from './useAnnouncement';
import { useDispatches } from './useTicketNews';

/**
 * What became of the commands sent from this window, in the corner of every page until it is closed; on a phone along
 * the lower edge.
 */
export const TicketPanel = () => {
  const translate = useTranslate();
  const dispatches = useDispatches();
  const news = useAnnouncement(dispatches);
  const [open, setOpen] = useState(true);
  const list = useId();
  const title = useId();
  const newest = dispatches[0]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new command opens the panel
  useEffect(() => setOpen(true), [newest]);
  return (
    <>
      <span role="status" style={visuallyHidden}>
        {news}
      </span>
      {dispatches.length > 0 && (
        <Paper
          component="section"
          aria-labelledby={title}
          elevation={8}
          sx={(theme) => ({
            position: 'fixed',
            // Dialogs are above it, everything else below.
            zIndex: theme.zIndex.modal - 1,
            right: 16,
            bottom: 16,
            width: 400,
            display: 'flex',
            flexDirection: 'column',
            borderRadius: 2,
            overflow: 'hidden',
            [theme.breakpoints.down('sm')]: {
              left: 0,
              right: 0,
              bottom: 0,
              width: 'auto',
              borderRadius: '16px 16px 0 0',
              pb: 'env(safe-area-inset-bottom)',
            },
          })}
        >
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              pl: 2,
              pr: 1,
              minHeight: 48,
              borderBottom: open ? 1 : 0,
              borderColor: 'divider',
            }}
          >
            <Typography id={title} variant="subtitle1" component="h2" sx={{ fontWeight: 600 }}>
              {translate('commands.panel.title')}
            </Typography>
            {!open && <StateCounts entries={dispatches.flatMap(({ entries }) => entries)} />}
            <Box sx={{ ml: 'auto', display: 'flex' }}>
              <IconButton
                size="small"
                aria-label={translate(`commands.panel.${open ? 'collapse' : 'expand'}`)}
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
                aria-label={translate('commands.panel.close')}
                onClick={() => ticketBook.clear()}
              >
                <CloseIcon />
              </IconButton>
            </Box>
          </Box>
          <Collapse in={open} id={list}>
            <Box sx={{ maxHeight: 'min(50vh, 440px)', overflowY: 'auto' }}>
              <DispatchSections dispatches={dispatches} />
            </Box>
          </Collapse>
        </Paper>
      )}
    </>
  );
};
