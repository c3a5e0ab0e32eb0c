import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, Paper, Typography } from '@mui/material';
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { alarmKind } from '../../../domain/alarm';
import { choiceLabel } from '../../../domain/label';
import { compareAlarms } from '../../../domain/openAlarm';
import { useText } from '../../../fields/views/reader';
import { useHeldRows } from '../../app/heldRows';
import { useListAddress } from '../../app/menus';
import { ALARMS } from '../../data';
import { BOTTOM_BAR, BOTTOM_STACK } from '../../look/components';
import { corner, dockedAtBottom, useClearBottom, useFolding } from '../../look/floating';
import { ToolButton } from '../../look/ToolButton';
import { FRAME } from '../../look/theme';
import { useIsPhone } from '../../look/useIsPhone';
import { useReservedHeight } from '../../look/useReservedHeight';
import { ActionProvider } from '../../operations';
import { AlarmItem, AlarmList, AlarmSign, LINE, useAlarmDetails } from './AlarmLine';
import { type OpenAlarm, soleAlarm, type UnseenAlarms, unseenCount } from './unseenAlarms';

/** Limit of the listed alarms; further ones are counted. */
const LINES = 5;

/** Width on a desktop, px. */
const WIDTH = 360;

interface Props {
  readonly unseen: UnseenAlarms;
  /** Marks one alarm as seen, or all by default. */
  readonly markSeen: (id?: OpenAlarm['id']) => void;
}

/**
 * New alarms on every page until the operator has seen them: a card of one line at the lower right, more while the
 * operator points at it or has the focus in it. It takes no focus, covers no controls, and folds to a small button. On a
 * phone it is docked below the page.
 */
export const AlarmPopup = ({ unseen, markSeen }: Props) => {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const card = useRef<HTMLDivElement>(null);
  const count = unseenCount(unseen);
  const alarms = useMemo(() => [...unseen.alarms].sort(compareAlarms), [unseen.alarms]);
  const [worst] = alarms;
  const { open, setOpen, isInUse, holding } = useFolding(unseen.alarms[0]?.id, !isPhone);
  const folded = !open && !isPhone;
  const [shown, setShown] = useState<OpenAlarm>();
  const sole = soleAlarm(shown, unseen, isInUse);
  if (!isInUse && sole !== shown) setShown(sole);
  useReservedHeight(card, BOTTOM_STACK);
  useClearBottom(card, 'alarms', isPhone ? undefined : FRAME.gap);
  const dismiss = (
    <ToolButton
      label="shell.alarms.dismiss"
      onClick={() => markSeen()}
      icon={CloseIcon}
      sx={{ flex: 'none' }}
    />
  );
  const content = () => {
    if (folded) {
      return (
        <Button
          onClick={() => setOpen(true)}
          aria-label={translate('shell.alarms.spokenMany', { smart_count: count })}
          startIcon={worst && <AlarmSign alarm={worst} />}
          sx={{ height: 32, minHeight: 32, px: 1.5, borderRadius: 4 }}
        >
          {translate('shell.alarms.folded', { smart_count: count })}
        </Button>
      );
    }
    if (sole) {
      const more = alarms.some(({ id }) => id === sole.id) ? count - 1 : count;
      return (
        <>
          {isInUse && <Details alarm={sole} more={more} />}
          <AlarmItem alarm={sole} onGo={({ id }) => markSeen(id)} prominent>
            {dismiss}
          </AlarmItem>
        </>
      );
    }
    return (
      <Several card={card} alarms={alarms} count={count} isInUse={isInUse} markSeen={markSeen}>
        {dismiss}
      </Several>
    );
  };
  return (
    <ActionProvider>
      <Paper
        ref={card}
        component="section"
        aria-label={translate('shell.alarms.popup')}
        elevation={8}
        {...holding}
        sx={[
          corner,
          isPhone ? { ...dockedAtBottom, bottom: BOTTOM_BAR.size } : { width: WIDTH },
          folded && { width: 'auto', borderRadius: 4 },
        ]}
      >
        {content()}
      </Paper>
    </ActionProvider>
  );
};

interface DetailsProps {
  readonly alarm: OpenAlarm;
  /** Number of alarms that have come while the operator uses the card. */
  readonly more: number;
}

/**
 * Severity, lock and place of a single alarm, and the number of others. They stand above its line, which so stays where
 * it is.
 */
const Details = ({ alarm, more }: DetailsProps) => {
  const translate = useTranslate();
  const further = more > 0 ? [translate('shell.alarms.more', { smart_count: more })] : [];
  return (
    <Typography
      variant="body2"
      sx={{ px: 2, pt: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}
    >
      {[...useAlarmDetails()(alarm), ...further].join(' · ')}
    </Typography>
  );
};

/** The card grows upwards, so that lines stay where they are. */
const upwards = { '& ul': { display: 'flex', flexDirection: 'column-reverse' } } as const;

interface SeveralProps extends Pick<Props, 'markSeen'> {
  readonly card: RefObject<HTMLElement | null>;
  /** Worst first. */
  readonly alarms: readonly OpenAlarm[];
  readonly count: number;
  readonly isInUse: boolean;
  readonly children: ReactNode;
}

/** Number of alarms and the worst of them; above it the lines of the first. */
const Several = ({ card, alarms, count, isInUse, markSeen, children }: SeveralProps) => {
  const translate = useTranslate();
  const text = useText();
  const all = useListAddress()(ALARMS, { state: [0] });
  const [worst] = alarms;
  const latest = useMemo(() => alarms.slice(0, LINES), [alarms]);
  const { rows = [] } = useHeldRows({
    resource: ALARMS,
    question: 'card',
    latest,
    area: card,
    isBusy: isInUse,
  });
  const kind = worst && choiceLabel(alarmKind, worst.police_type);
  const words = translate('shell.alarms.several', {
    smart_count: count,
    worst: kind ? text(kind) : worst?.police_type,
  });
  return (
    <>
      {isInUse && (
        <Box sx={upwards}>
          <AlarmList alarms={rows} onGo={({ id }) => markSeen(id)} />
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: LINE, pl: 2, pr: 1 }}>
        {worst && <AlarmSign alarm={worst} />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {all ? (
            <Button
              component={Link}
              to={all}
              size="small"
              onClick={() => markSeen()}
              sx={{ ml: -1, maxWidth: 1 }}
            >
              <Typography component="span" variant="inherit" noWrap>
                {words}
              </Typography>
            </Button>
          ) : (
            <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
              {words}
            </Typography>
          )}
        </Box>
        {children}
      </Box>
    </>
  );
};
