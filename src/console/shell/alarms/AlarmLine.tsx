import { Box, Button } from '@mui/material';
import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { AnyEntity } from '../../../config';
import { alarmKind, alarmSeverity, alarmTime, severityOf } from '../../../domain/alarm';
import { shortAge } from '../../../domain/figures';
import { choiceLabel, lookOf } from '../../../domain/label';
import { useNow, useReaderLocale, useText } from '../../../fields/views/reader';
import { StateSign } from '../../../fields/views/states';
import { useEntityByName } from '../../app/AppContext';
import { useMapPath } from '../../app/menus';
import { useLockNames, useLockTitle } from '../../app/recordNames';
import { ALARMS } from '../../data';
import { type RowGroup, type RowGroups, recordsOfRow } from '../../entity/list/state/groups';
import { MoreOperations, nextStep, OperationIconButton, useAllowedActions } from '../../operations';
import type { OpenAlarm } from './unseenAlarms';

type Items = ReturnType<typeof useAllowedActions>;

interface Props {
  readonly alarm: OpenAlarm;
  /** Equal alarms, this one among them, that the line stands for. */
  readonly group?: RowGroup;
  /** Called when the operator follows the alarm to the map. */
  readonly onGo: (alarm: OpenAlarm) => void;
  /** Its next action is a button with words, always visible. */
  readonly prominent?: boolean;
  /** Content behind the actions. */
  readonly children?: ReactNode;
}

/** Open alarm in one line: kind, lock, age or who has taken it; its next action, and a menu of the others. */
export const AlarmItem = (props: Props) => {
  const entity = useEntityByName(ALARMS);
  return entity ? (
    <ActionableLine {...props} entity={entity} />
  ) : (
    <AlarmLine {...props} actions={[]} />
  );
};

const ActionableLine = ({ entity, ...props }: Props & { readonly entity: AnyEntity }) => (
  <AlarmLine
    {...props}
    actions={useAllowedActions(entity, ...recordsOfRow(entity, props.group, props.alarm))}
  />
);

interface ListProps {
  readonly alarms: readonly OpenAlarm[];
  readonly groups?: RowGroups;
  readonly onGo: Props['onGo'];
}

export const AlarmList = ({ alarms, groups, onGo }: ListProps) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {alarms.map((alarm) => (
      <li key={alarm.id}>
        <AlarmItem alarm={alarm} group={groups?.get(alarm.id)} onGo={onGo} />
      </li>
    ))}
  </Box>
);

const AlarmLine = (props: LineProps) => {
  const { alarm, group, onGo, prominent = false, children, actions } = props;
  const toMap = useMapItem(alarm, onGo);
  const next = nextStep(actions);
  const rest = actions.filter((item) => item !== next);
  const stateLabel = actions.find((item) => item.stateLabel)?.stateLabel;
  const { offset, handlers } = useSwipe(prominent ? undefined : next?.open);
  return (
    <Box sx={{ position: 'relative', overflow: 'hidden' }} {...handlers}>
      {next && offset < 0 && (
        <Box aria-hidden sx={behind}>
          {next.label}
        </Box>
      )}
      <Box sx={line} style={{ transform: offset < 0 ? `translateX(${offset}px)` : undefined }}>
        <AlarmWords alarm={alarm} group={group} stateLabel={stateLabel} />
        <Box className="line-actions">
          {next && !prominent && <OperationIconButton item={next} />}
          <MoreOperations items={[...rest, ...toMap]} />
        </Box>
        {next && prominent && (
          <Button size="small" variant="outlined" onClick={next.open} sx={{ flex: 'none' }}>
            {next.label}
          </Button>
        )}
        {children}
      </Box>
    </Box>
  );
};

/** Distance to the left that triggers the action, px. */
const DISTANCE = 88;

/** Follows a finger that swipes a line to the left, and acts if it goes far enough. Scrolling is no swipe. */
const useSwipe = (act: (() => void) | undefined) => {
  const [offset, setOffset] = useState(0);
  /** Start of the touch, and its latest offset: the state may be older than the next event. */
  const swipe = useRef<{ x: number; y: number; offset: number }>(undefined);
  const end = () => {
    swipe.current = undefined;
    setOffset(0);
  };
  const onTouchStart = ({ touches }: TouchEvent) => {
    const { clientX: x, clientY: y } = touches.item(0);
    swipe.current = touches.length === 1 ? { x, y, offset: 0 } : undefined;
  };
  const onTouchMove = ({ touches }: TouchEvent) => {
    const { current } = swipe;
    if (!current) return;
    const { clientX, clientY } = touches.item(0);
    const dx = clientX - current.x;
    if (current.offset === 0 && Math.abs(clientY - current.y) > Math.abs(dx)) return end();
    current.offset = Math.min(0, dx);
    setOffset(current.offset);
  };
  const onTouchEnd = () => {
    if (swipe.current && swipe.current.offset <= -DISTANCE) act?.();
    end();
  };
  return {
    offset,
    handlers: act ? { onTouchStart, onTouchMove, onTouchEnd, onTouchCancel: end } : {},
  };
};

interface LineProps extends Props {
  readonly actions: Items;
}

/** Height of a line, px. */
export const LINE = 44;

/** Look of a line at the bell. */
export const lineLook = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: LINE,
  pl: 2,
  pr: 1,
} as const;

const line = {
  ...lineLook,
  bgcolor: 'raised',
  '& .line-actions': { display: 'flex', flex: 'none' },
  '@media (hover: hover)': {
    '& .line-actions': { opacity: 0 },
    '&:is(:hover, :focus-within) .line-actions, & .line-actions:has([aria-expanded="true"])': {
      opacity: 1,
    },
    // They take their room from the lock while they are visible; a button behind them stays where it is.
    '&:not(:hover, :focus-within) > .line-actions:not(:has([aria-expanded="true"]))': {
      width: 0,
      mx: -0.5,
      overflow: 'hidden',
    },
  },
} as const;

/** Name of the action under a line that is being swiped. */
const behind = {
  position: 'absolute',
  inset: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  px: 2,
  typography: 'subtitle2',
  bgcolor: 'primary.light',
  color: 'primary.main',
} as const;

interface WordsProps extends Pick<Props, 'alarm' | 'group'> {
  /** State that one of the actions ends, such as that the reader has taken it. */
  readonly stateLabel: string | undefined;
}

const AlarmWords = ({ alarm, group, stateLabel }: WordsProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const now = useNow();
  const names = useLockNames();
  const details = useAlarmDetails();
  const { sn, police_type, taken_by, state } = alarm;
  const kind = choiceLabel(alarmKind, police_type);
  const ending = taken_by
    ? (stateLabel ?? translate('shell.alarms.takenBy', { name: taken_by }))
    : shortAge(alarmTime(alarm), now, locale);
  return (
    <Box title={details(alarm).join(' · ')} sx={words}>
      <AlarmSign alarm={alarm} />
      <Box
        component="span"
        sx={{ fontWeight: 600, mx: 1, color: state ? undefined : 'text.primary' }}
      >
        {kind ? text(kind) : police_type}
        {group && ` ×${group.records.length}${group.isPartial ? '+' : ''}`}
      </Box>
      <span className="lock">{names(sn) ?? sn}</span>
      <Box component="span" sx={taken_by ? { ...cut, maxWidth: '45%' } : undefined}>
        {`\u00a0· ${ending}`}
      </Box>
    </Box>
  );
};

const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const;

/** The lock takes the room that kind and age leave, and is the only one to be cut. */
const words = {
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'baseline',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  typography: 'body2',
  color: 'text.secondary',
  '& > *': { flex: 'none' },
  '& > .lock': { flex: '0 1 auto', minWidth: 0, ...cut },
} as const;

/** Shape of an alarm's severity, in its colour until an operator has taken it. */
export const AlarmSign = ({ alarm }: Pick<Props, 'alarm'>) => {
  const text = useText();
  const severity = severityOf(alarm);
  const grade = choiceLabel(alarmSeverity, severity);
  return (
    <Box
      component="span"
      role="img"
      aria-label={grade && text(grade)}
      sx={{ display: 'flex', alignSelf: 'center', flex: 'none', color: 'text.disabled' }}
    >
      <StateSign
        tone={lookOf(alarmSeverity, severity)?.tone ?? 'error'}
        coloured={!alarm.taken_by && !alarm.state}
      />
    </Box>
  );
};

/** Returns the function that tells what the line of an alarm has no room for. */
export const useAlarmDetails = () => {
  const text = useText();
  const translate = useTranslate();
  const lockTitle = useLockTitle();
  return (alarm: OpenAlarm): string[] => {
    const grade = choiceLabel(alarmSeverity, severityOf(alarm));
    const late = alarm.told_late && translate('shell.alarms.late');
    return [grade && text(grade), lockTitle(alarm.sn), alarm.place_name, late].flatMap(
      (part) => part || [],
    );
  };
};

/** Returns the menu item that shows the lock of an alarm on the map; none without a map. */
const useMapItem = (alarm: OpenAlarm, onGo: Props['onGo']): Items => {
  const translate = useTranslate();
  const navigate = useNavigate();
  const map = useMapPath();
  if (!map) return [];
  const open = () => {
    onGo(alarm);
    navigate(`${map}?${new URLSearchParams({ sn: alarm.sn })}`);
  };
  const label = translate('shell.alarms.onMap');
  return [{ code: 'map', icon: 'map', danger: false, label, group: undefined, reason: null, open }];
};
