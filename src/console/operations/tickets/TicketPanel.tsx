import CloseIcon from '@mui/icons-material/Close';
import ExpandIcon from '@mui/icons-material/ExpandLess';
import { Box, IconButton, Paper, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { BOTTOM_BAR, CARD_GRID } from '../../look/components';
import { corner, dockedAtBottom, keepClear, useClearBottom, useFolding } from '../../look/floating';
import { FRAME } from '../../look/theme';
import { useIsPhone } from '../../look/useIsPhone';
import { useReservedHeight } from '../../look/useReservedHeight';
import { areDone, type TicketBatch, ticketBook } from '../send/ticketBook';
import { DispatchSection } from './DispatchSection';
import { StateCounts } from './TicketRow';
import { useAnnouncement, useTicketUpdates } from './useTickets';

/** Width on a desktop, px. */
const WIDTH = 400;

/**
 * Results of the commands sent from this window, until the operator closes them: a card at the lower right that folds
 * to its heading once all commands have succeeded; on a phone a panel that reserves its height.
 */
export const TicketPanel = ({ dispatches }: { readonly dispatches: readonly TicketBatch[] }) => {
  useTicketUpdates(dispatches);
  const news = useAnnouncement(dispatches);
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const panel = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useId();
  const title = useId();
  const newest = dispatches[0]?.id;
  const { open, setOpen, holding } = useFolding(newest, !isPhone && areDone(dispatches));
  useReservedHeight(panel, BOTTOM_BAR);
  useClearBottom(panel, 'commands', isPhone ? undefined : FRAME.gap);
  return (
    <Paper
      ref={panel}
      component="section"
      aria-labelledby={title}
      elevation={8}
      {...holding}
      {...keepClear('commands')}
      sx={[corner, isPhone ? dockedAtBottom : { width: open ? WIDTH : 'auto' }]}
    >
      <span role="status" style={visuallyHidden}>
        {news}
      </span>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          pl: 2,
          pr: 1,
          minHeight: isPhone || open ? 44 : 32,
        }}
      >
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
          maxHeight: 'min(40dvh, 320px)',
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
