import visuallyHidden from '@mui/utils/visuallyHidden';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { alarmKind, CRITICAL, severityOf } from '../../../domain/alarm';
import { choiceLabel, type Locale } from '../../../domain/label';
import { loadable } from '../../../fields/views/loadable';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { useEntityByName } from '../../app/AppContext';
import { useListAddress, useMapPath } from '../../app/menus';
import { useLockTitle } from '../../app/recordNames';
import { useSystemNotices } from '../../app/systemNotices';
import { ALARMS, alarmSignals, useAccess, useCanRead } from '../../data';
import { languages } from '../../i18n';
import { playTones, prepareTones } from './tones';
import {
  type AlarmPage,
  addedAlarms,
  countBeyond,
  NO_UNSEEN,
  type OpenAlarm,
  openAlarmsOf,
  type SeenAlarms,
  type UnseenAlarms,
  unseenCount,
  updateSeen,
  updateUnseen,
} from './unseenAlarms';

interface Alarms {
  /** Number of open alarms; undefined before the first answer, and if the operator may not read them. */
  readonly openCount: number | undefined;
  readonly unseen: UnseenAlarms;
  /** Marks one alarm as seen, or all by default. */
  markSeen(id?: OpenAlarm['id']): void;
}

const AlarmContext = createContext<Alarms>({
  openCount: undefined,
  unseen: NO_UNSEEN,
  markSeen: () => undefined,
});

/** Filter of the alarms that are not processed. */
export const OPEN_ALARMS = { state: [0] } as const;

export const useAlarms = (): Alarms => useContext(AlarmContext);

const AlarmPopup = loadable(() => import('./AlarmPopup'), 'AlarmPopup');

/** Limit of the shown number of open alarms; the server counts up to 10,000. */
export const MAX_SHOWN = 999;

/** Number of the newest alarms that are read, to signal those that are new. */
const NEWEST = 10;
/** Poll interval for servers that push no changes, ms. */
const EVERY = 60_000;

/**
 * Watches the open alarms and signals new ones by a popup, tones, speech, system notifications, and the title of a
 * background window.
 */
export const AlarmProvider = ({ children }: { readonly children: ReactNode }) => {
  const access = useAccess();
  const enabled = useCanRead(ALARMS);
  // Sorted by receipt, so that a late one is among the newest. A custom declaration may lack the field.
  const raiseTime = useEntityByName(ALARMS)?.fields.raise_time;
  const { data: rows, total: rowCount } = useGetList<OpenAlarm>(
    ALARMS,
    {
      filter: OPEN_ALARMS,
      sort: { field: raiseTime ? 'raise_time' : 'create_time', order: 'DESC' },
      pagination: { page: 1, perPage: NEWEST },
    },
    {
      enabled,
      refetchInterval: EVERY,
      refetchIntervalInBackground: true,
      notifyOnChangeProps: ['data'],
    },
  );
  const page = useMemo(
    () =>
      rows && rowCount !== undefined ? openAlarmsOf({ data: rows, total: rowCount }) : undefined,
    [rows, rowCount],
  );
  const { is_police_popup: hasPopup, popup_severity } = alarmSignals(access.preferences);
  const [unseen, setUnseen] = useState(NO_UNSEEN);
  const [seenAlarms, setSeenAlarms] = useState<SeenAlarms>();
  const [news, setNews] = useState<{ count: number; sentence: string }>();
  const sentenceOf = useSentence();
  const announce = useAnnouncement(unseenCount(unseen));
  const notify = useSystemNotice();

  // The list itself shows new alarms.
  const isDeskOpen = useLocation().pathname === useListAddress()(ALARMS);

  const receivePage = useEffectEvent((received: AlarmPage) => {
    setSeenAlarms(updateSeen(received));
    if (!seenAlarms) return;
    const next = updateUnseen(unseen, seenAlarms, received, popup_severity);
    setUnseen(next);
    const fresh = addedAlarms(unseen, next);
    if (unseenCount(fresh) > 0) {
      const isCritical = fresh.alarms.some((alarm) => severityOf(alarm) === CRITICAL);
      if (hasPopup && !isDeskOpen) {
        setNews({ count: (news?.count ?? 0) + 1, sentence: sentenceOf(fresh) });
      }
      if (isCritical || countBeyond(seenAlarms, received) > 0) announce(next);
      notify(next);
    }
  });
  useEffect(() => {
    if (page) receivePage(page);
  }, [page]);
  useEffect(prepareTones, []);
  useTitleCount(unseenCount(unseen));
  const isSeenThere = isDeskOpen && unseenCount(unseen) > 0 && !document.hidden;
  useEffect(() => {
    if (isSeenThere) setUnseen(NO_UNSEEN);
  }, [isSeenThere]);

  const value = useMemo(
    () => ({
      openCount: page?.total,
      unseen,
      markSeen: (id?: OpenAlarm['id']) =>
        setUnseen((before) =>
          id === undefined
            ? NO_UNSEEN
            : { ...before, alarms: before.alarms.filter((alarm) => alarm.id !== id) },
        ),
    }),
    [page, unseen],
  );
  return (
    <AlarmContext value={value}>
      {children}
      <span role="status" style={visuallyHidden}>
        {/* Equal sentences are announced too. */}
        <span key={news?.count}>{news?.sentence}</span>
      </span>
      {hasPopup && unseenCount(unseen) > 0 && !isSeenThere && (
        <AlarmPopup unseen={unseen} markSeen={value.markSeen} />
      )}
    </AlarmContext>
  );
};

/** Returns a function that describes an alarm in a few words: `Illegal unlock, Gate 3 · 8600000001`. */
const useAlarmWords = () => {
  const text = useText();
  const translate = useTranslate();
  const lockTitle = useLockTitle();
  return ({ police_type, sn, told_late }: OpenAlarm): string => {
    const label = choiceLabel(alarmKind, police_type);
    const late = told_late ? translate('shell.alarms.late') : undefined;
    return [label ? text(label) : police_type, lockTitle(sn), late].filter(Boolean).join(', ');
  };
};

/** Returns a function that says new alarms in one sentence. */
const useSentence = () => {
  const translate = useTranslate();
  const words = useAlarmWords();
  return (unseen: UnseenAlarms): string => {
    const [first] = unseen.alarms;
    const count = unseenCount(unseen);
    return count === 1 && first
      ? translate('shell.alarms.spokenOne', { what: words(first) })
      : translate('shell.alarms.spokenMany', { smart_count: count });
  };
};

/**
 * Signals alarms by tones unless they are turned off, and by speech if it is turned on. Several alarms share one
 * sentence.
 */
const useAnnouncement = (count: number) => {
  const locale = useReaderLocale();
  const sentenceOf = useSentence();
  const { is_police_voice, is_voice } = alarmSignals(useAccess().preferences);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  useEffect(() => {
    // All alarms have been seen.
    if (count === 0) clearTimeout(later.current);
  }, [count]);
  const soundAlarm = (unseen: UnseenAlarms) => {
    last.current = Date.now();
    const sentence = sentenceOf(unseen);
    void withTabLock(() => {
      if (is_police_voice) playTones();
      if (is_voice) speak(sentence, locale);
    });
  };
  return (unseen: UnseenAlarms) => {
    clearTimeout(later.current);
    const wait = last.current + UNDISTURBED - Date.now();
    if (wait <= 0) soundAlarm(unseen);
    else later.current = setTimeout(() => soundAlarm(unseen), wait);
  };
};

/**
 * Minimum time between two announcements, ms: in a burst, one sentence is spoken to its end, and the next covers all
 * alarms since.
 */
const UNDISTURBED = 6_000;

/**
 * Runs `sound` in one of the browser's tabs; the others stay silent meanwhile. A tab without user activation may make
 * no sound, and does not take the lock.
 */
export const withTabLock = async (
  sound: () => void,
  {
    locks,
    userActivation,
  }: Pick<Navigator, 'userActivation'> & Partial<Pick<Navigator, 'locks'>> = navigator,
): Promise<void> => {
  // Pages from plain http have no locks.
  if (!locks || userActivation?.hasBeenActive === false) return sound();
  await locks.request('sealdesk.alarms', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    sound();
    await new Promise((resolve) => setTimeout(resolve, UNDISTURBED / 2));
  });
};

/**
 * Shows a system notification while the window is in the background, if the operator enabled them in this browser. A
 * later one replaces it.
 */
const useSystemNotice = () => {
  const translate = useTranslate();
  const words = useAlarmWords();
  const { areWanted } = useSystemNotices();
  const navigate = useNavigate();
  const all = useListAddress()(ALARMS, OPEN_ALARMS);
  const map = useMapPath();
  /**
   * Returns the link of a notification: a single alarm opens its lock on the map, several open the list of open alarms.
   */
  const addressOf = (unseen: UnseenAlarms): string | undefined => {
    const [first] = unseen.alarms;
    const isOne = unseenCount(unseen) === 1 && first && map;
    return isOne ? `${map}?${new URLSearchParams({ sn: first.sn })}` : all;
  };
  return (unseen: UnseenAlarms) => {
    if (!document.hidden || !areWanted()) return;
    const more = unseenCount(unseen) - Math.min(unseen.alarms.length, MAX_NAMED);
    const lines = unseen.alarms.slice(0, MAX_NAMED).map(words);
    if (more > 0) lines.push(translate('shell.alarms.more', { smart_count: more }));
    const notification = new Notification(translate('shell.alarms.popup'), {
      body: lines.join('\n'),
      tag: 'sealdesk-alarms',
    });
    notification.onclick = () => {
      window.focus();
      const address = addressOf(unseen);
      if (address) navigate(address);
      notification.close();
    };
  };
};

/** Limit of alarms named in a notification. */
const MAX_NAMED = 3;

/** Speaks a text if the browser can; cuts the previous one short, so that nothing piles up. */
const speak = (text: string, locale: Locale): void => {
  const { speechSynthesis: voice } = globalThis;
  if (!voice) return;
  voice.cancel();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = languages[locale].tag;
  voice.speak(utterance);
};

const COUNT = /^\(\d+\) /;

/** Shows the number of unseen alarms before the title while the window is in the background. */
const useTitleCount = (count: number): void => {
  useEffect(() => {
    const show = () => {
      const title = document.title.replace(COUNT, '');
      document.title = document.hidden && count > 0 ? `(${count}) ${title}` : title;
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => document.removeEventListener('visibilitychange', show);
  }, [count]);
};
