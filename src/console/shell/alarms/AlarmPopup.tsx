import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Paper, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { ALARMS } from '../../data';
import { BOTTOM_BAR, BOTTOM_STACK, CARD_GRID, SIDEBAR_FOOTER } from '../../look/components';
import { FRAME } from '../../look/theme';
import { useReservedHeight } from '../../look/useReservedHeight';
import { ActionProvider } from '../../operations';
import { useListAddress } from '../menus';
import { useSidebar } from '../sidebar';
import { AlarmItem } from './AlarmLine';
import { type OpenAlarm, type UnseenAlarms, unseenCount } from './unseenAlarms';

/** Lines of a popup; more would be no message any more. */
const LINES = 3;

interface Props {
  readonly unseen: UnseenAlarms;
  /** Marks one alarm as seen, or all without an id. */
  readonly markSeen: (id?: OpenAlarm['id']) => void;
}

/**
 * New alarms, whatever page is open, until somebody looks at them. They stand below the menu, which makes room, so that
 * they cover nothing; where the menu is no column they stand below the page, which ends above them. It takes no focus;
 * a press elsewhere folds it to its heading.
 */
export const AlarmPopup = ({ unseen, markSeen }: Props) => {
  const translate = useTranslate();
  const all = useListAddress()(ALARMS, { state: [0] });
  const visibleAlarms = unseen.alarms.slice(0, LINES);
  const more = unseenCount(unseen) - visibleAlarms.length;
  const { paper, folded, setFolded } = useFolded();
  const { isPhone, open } = useSidebar();
  const inColumn = open && !isPhone;
  useReservedHeight(paper, inColumn ? SIDEBAR_FOOTER : BOTTOM_STACK);
  return (
    <ActionProvider>
      <Paper
        ref={paper}
        role="alert"
        elevation={8}
        sx={{
          position: 'fixed',
          left: 0,
          bottom: BOTTOM_BAR.size,
          borderRadius: 0,
          overflow: 'hidden auto',
          ...(inColumn ? IN_COLUMN : BELOW_PAGE),
          // Below dialogs, which somebody is in the middle of.
          zIndex: ({ zIndex }) => zIndex.modal - 1,
          borderTop: 3,
          borderColor: 'error.main',
        }}
      >
        <Box
          sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, pt: 1, pb: folded ? 1 : 0 }}
        >
          <Box sx={{ flex: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography component="h2" variant="subtitle2">
              {translate('shell.alarms.popup')}
            </Typography>
            {!folded && more > 0 && all && (
              <Button
                component={Link}
                to={all}
                onClick={() => markSeen()}
                size="small"
                sx={{ ml: -1 }}
              >
                {translate('shell.alarms.more', { smart_count: more })}
              </Button>
            )}
            {folded && (
              <Button size="small" onClick={() => setFolded(false)} sx={{ ml: -1 }}>
                {translate('shell.alarms.unfold', { smart_count: unseenCount(unseen) })}
              </Button>
            )}
          </Box>
          <IconButton
            size="small"
            aria-label={translate('shell.alarms.dismiss')}
            onClick={() => markSeen()}
          >
            <CloseIcon sx={{ fontSize: 19 }} />
          </IconButton>
        </Box>
        {!folded && (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', ...CARD_GRID }}>
            {visibleAlarms.map((alarm) => (
              <AlarmItem key={alarm.id} alarm={alarm} onGo={() => markSeen(alarm.id)} />
            ))}
          </Box>
        )}
      </Paper>
    </ActionProvider>
  );
};

/** The line between sidebar and page stays in sight. */
const IN_COLUMN = { width: FRAME.sidebar - 1, maxHeight: '60dvh' } as const;

const BELOW_PAGE = { right: 0, maxHeight: '32dvh' } as const;

/** Folded by a press elsewhere, until somebody unfolds it. */
const useFolded = () => {
  const paper = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState(false);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (!paper.current?.contains(target as Node)) setFolded(true);
    };
    // Once it is pressed, as folding moves what stands above; while the event goes down, as some keep it to themselves.
    document.addEventListener('click', onClick, true);
    return () => document.removeEventListener('click', onClick, true);
  }, []);
  return { paper, folded, setFolded };
};
