import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Paper, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { alarmSeverity, severityOf } from '../../../domain/alarm';
import { lookOf } from '../../../domain/label';
import { useDocumentEvent } from '../../app/keyboard';
import { useListAddress } from '../../app/menus';
import { ALARMS } from '../../data';
import { BOTTOM_BAR, BOTTOM_STACK, CARD_GRID } from '../../look/components';
import { FRAME } from '../../look/theme';
import { useReservedHeight } from '../../look/useReservedHeight';
import { ActionProvider } from '../../operations';
import { useSidebar } from '../useSidebar';
import { AlarmItem } from './AlarmLine';
import { type OpenAlarm, type UnseenAlarms, unseenCount } from './unseenAlarms';

/** Limit of the listed alarms; further ones are counted. */
const LINES = 3;

interface Props {
  readonly unseen: UnseenAlarms;
  /** Marks one alarm as seen, or all by default. */
  readonly markSeen: (id?: OpenAlarm['id']) => void;
}

/**
 * Card of new alarms on every page, until the operator has seen them. It covers nothing: it stands below the page,
 * beside the menu. It takes no focus. A click elsewhere collapses it to its heading.
 */
export const AlarmPopup = ({ unseen, markSeen }: Props) => {
  const translate = useTranslate();
  const all = useListAddress()(ALARMS, { state: [0] });
  const visibleAlarms = unseen.alarms.slice(0, LINES);
  const more = unseenCount(unseen) - visibleAlarms.length;
  const { area, folded, setFolded } = useFolded();
  const { isPhone, open } = useSidebar();
  useReservedHeight(area, BOTTOM_STACK);
  const worst = Math.min(...unseen.alarms.map(severityOf));
  const tone = lookOf(alarmSeverity, worst)?.tone ?? 'error';
  return (
    <ActionProvider>
      <Box
        ref={area}
        sx={{
          position: 'fixed',
          bottom: BOTTOM_BAR.size,
          // Below dialogs, so as not to interrupt the operator.
          zIndex: ({ zIndex }) => zIndex.modal - 1,
          ...(isPhone
            ? { left: 0, right: 0 }
            : { left: open ? FRAME.sidebar : FRAME.sidebarClosed, pl: 2, pt: 1, pb: 2 }),
        }}
      >
        <Paper
          role="alert"
          elevation={8}
          sx={{
            overflow: 'hidden auto',
            ...(isPhone
              ? { maxHeight: '32dvh', borderRadius: 0, borderTop: 3 }
              : { width: 380, maxHeight: '50dvh', borderLeft: 4 }),
            borderColor: `${tone}.main`,
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', pl: 2, pr: 1, minHeight: 36 }}>
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
      </Box>
    </ActionProvider>
  );
};

/** Collapses the popup on a click elsewhere, until the operator expands it. */
const useFolded = () => {
  const area = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState(false);
  const onClick = ({ target }: MouseEvent) => {
    if (!area.current?.contains(target as Node)) setFolded(true);
  };
  // On click, not on press: collapsing moves the content above. In the capture phase, because some components stop the
  // event.
  useDocumentEvent('click', onClick, true);
  return { area, folded, setFolded };
};
