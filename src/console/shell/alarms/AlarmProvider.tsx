import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { alarmKind } from '../../../domain/alarm';
import { choiceLabel, type Locale } from '../../../domain/label';
import { useReaderLocale, useText } from '../../../fields/reader';
import { ALARMS, alarmSignals, readableEntities, useAccess } from '../../data';
import { languages } from '../../i18n';
import { useListAddress, useMapPath } from '../menus';
import { useApp } from '../ShellContext';
import { useSystemNotices } from './systemNotices';
import {
  NO_UNSEEN,
  type OpenAlarm,
  type SeenAlarms,
  signalsFor,
  type UnseenAlarms,
  unseenCount,
  updateSeen,
  updateUnseen,
} from './unseenAlarms';

/** What every page knows of alarms. */
interface Alarms {
  /** The newest open ones. */
  readonly newest: readonly OpenAlarm[];
  /** All that are open; undefined while nobody knows, or where the rights cover none. */
  readonly open: number | undefined;
  readonly news: UnseenAlarms;
  /** They were looked at; without an id, all of them. */
  look(id?: OpenAlarm['id']): void;
}

const AlarmContext = createContext<Alarms>({
  newest: [],
  open: undefined,
  news: NO_UNSEEN,
  look: () => undefined,
});

export const useAlarms = (): Alarms => useContext(AlarmContext);

const AlarmPopup = lazy(() =>
  import('./AlarmPopup').then((module) => ({ default: module.AlarmPopup })),
);

/** Alarms that are shown at the bell, at the most. */
const NEWEST = 10;
const HEARD = 'raise_time';
/** A server that tells of no changes is asked this often, ms. */
const EVERY = 60_000;

/** Watches the open alarms and tells of new ones: by a popup, by tones, aloud, and in the title of a window behind others. */
export const AlarmProvider = ({ children }: { readonly children: ReactNode }) => {
  const access = useAccess();
  const { declared } = useApp();
  const enabled = useMemo(() => readableEntities(access, declared).has(ALARMS), [access, declared]);
  // As they were heard of: one that is told late is among the newest. A console's own declaration may not know when.
  const heard = declared.entities.find(({ name }) => name === ALARMS)?.fields[HEARD];
  const { data, total } = useGetList<OpenAlarm>(
    ALARMS,
    {
      filter: { state: [0] },
      sort: { field: heard ? HEARD : 'create_time', order: 'DESC' },
      pagination: { page: 1, perPage: NEWEST },
    },
    { enabled, refetchInterval: EVERY, refetchIntervalInBackground: true },
  );
  const [news, setNews] = useState(NO_UNSEEN);
  const [seen, setSeen] = useState<SeenAlarms>();
  const announce = useAnnouncement(unseenCount(news));
  const notify = useSystemNotice();

  const take = useEffectEvent((page: { data: readonly OpenAlarm[]; total: number }) => {
    setSeen(updateSeen(page));
    if (!seen) return;
    const next = updateUnseen(news, seen, page);
    setNews(next);
    if (unseenCount(next) > unseenCount(news)) {
      const known = new Set(news.alarms.map(({ id }) => id));
      const fresh = next.alarms.filter(({ id }) => !known.has(id));
      if (next.more > news.more || fresh.some((alarm) => signalsFor(alarm).voice)) {
        announce(next);
      }
      notify(next);
    }
  });
  useEffect(() => {
    if (data && total !== undefined) take({ data, total });
  }, [data, total]);
  useTitleCount(unseenCount(news));

  const value = useMemo(
    () => ({
      newest: data ?? [],
      open: total,
      news,
      look: (id?: OpenAlarm['id']) =>
        setNews((before) =>
          id === undefined
            ? NO_UNSEEN
            : { ...before, alarms: before.alarms.filter((alarm) => alarm.id !== id) },
        ),
    }),
    [data, total, news],
  );
  return (
    <AlarmContext value={value}>
      {children}
      <Suspense fallback={null}>
        {alarmSignals(access.preferences).is_police_popup && unseenCount(news) > 0 && (
          <AlarmPopup news={news} look={value.look} />
        )}
      </Suspense>
    </AlarmContext>
  );
};

/** An alarm in a few words: `Illegal unlock, 8600000001`. */
const useAlarmWords = () => {
  const text = useText();
  const translate = useTranslate();
  return ({ police_type, sn, told_late }: OpenAlarm): string => {
    const label = choiceLabel(alarmKind, police_type);
    const late = told_late ? translate('shell.alarms.late') : undefined;
    return [label ? text(label) : police_type, sn, late].filter(Boolean).join(', ');
  };
};

/** Tones unless they are turned off, and words where they are turned on; many at once are one sentence. */
const useAnnouncement = (count: number) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const words = useAlarmWords();
  const { is_police_voice, is_voice } = alarmSignals(useAccess().preferences);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);
  useEffect(() => {
    // Somebody has looked.
    if (count === 0) clearTimeout(later.current);
  }, [count]);
  const tell = (news: UnseenAlarms) => {
    last.current = Date.now();
    const [first] = news.alarms;
    const spoken =
      unseenCount(news) === 1 && first
        ? translate('shell.alarms.spokenOne', { what: words(first) })
        : translate('shell.alarms.spokenMany', { smart_count: unseenCount(news) });
    void withTabLock(() => {
      if (is_police_voice) playTones();
      if (is_voice) say(spoken, locale);
    });
  };
  return (news: UnseenAlarms) => {
    clearTimeout(later.current);
    const wait = last.current + UNDISTURBED - Date.now();
    if (wait <= 0) tell(news);
    else later.current = setTimeout(() => tell(news), wait);
  };
};

/** ms in which nothing more is announced: in a burst one sentence is said to its end, the next tells of all since. */
const UNDISTURBED = 6_000;

/**
 * Sounds an alarm in one tab of a browser, where all of them hear of it: the others keep still meanwhile. A tab in which
 * nobody has pressed anything may make no sound, and keeps no other from it.
 */
export const withTabLock = async (
  sound: () => void,
  {
    locks,
    userActivation,
  }: Pick<Navigator, 'userActivation'> & Partial<Pick<Navigator, 'locks'>> = navigator,
): Promise<void> => {
  // Where the page came by plain http there are none.
  if (!locks || userActivation?.hasBeenActive === false) return sound();
  await locks.request('sealdesk.alarms', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    sound();
    await new Promise((resolve) => setTimeout(resolve, UNDISTURBED / 2));
  });
};

/**
 * A notice of the operating system while the window is behind others, where somebody turned that on in this browser;
 * what comes later takes its place.
 */
const useSystemNotice = () => {
  const translate = useTranslate();
  const words = useAlarmWords();
  const { areWanted } = useSystemNotices();
  const navigate = useNavigate();
  const all = useListAddress()(ALARMS, { state: [0] });
  const map = useMapPath();
  /** One opens its lock on the map, several the list of those that are open. */
  const addressOf = (news: UnseenAlarms): string | undefined => {
    const [first] = news.alarms;
    const isOne = unseenCount(news) === 1 && first && map;
    return isOne ? `${map}?${new URLSearchParams({ sn: first.sn })}` : all;
  };
  return (news: UnseenAlarms) => {
    if (!document.hidden || !areWanted()) return;
    const more = unseenCount(news) - Math.min(news.alarms.length, NAMED);
    const lines = news.alarms.slice(0, NAMED).map(words);
    if (more > 0) lines.push(translate('shell.alarms.more', { smart_count: more }));
    const shown = new Notification(translate('shell.alarms.popup'), {
      body: lines.join('\n'),
      tag: 'sealdesk-alarms',
    });
    shown.onclick = () => {
      window.focus();
      const address = addressOf(news);
      if (address) navigate(address);
      shown.close();
    };
  };
};

/** Alarms that a notice names. */
const NAMED = 3;

/** Hz of the two tones of an alarm, one after the other. */
const TONES = [880, 660];
/** Seconds of each. */
const TONE = 0.18;

let audio: AudioContext | undefined;

/** Two short tones. A browser in which nobody has pressed anything yet stays silent. */
const playTones = (): void => {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
  const gain = audio.createGain();
  gain.gain.value = 0.15;
  gain.connect(audio.destination);
  for (const [at, tone] of TONES.entries()) {
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = tone;
    oscillator.connect(gain);
    const start = audio.currentTime + at * TONE;
    oscillator.start(start);
    oscillator.stop(start + TONE);
  }
};

/** Says a text aloud where the browser can speak; what was being said before is cut short, so that nothing piles up. */
const say = (text: string, locale: Locale): void => {
  const { speechSynthesis: voice } = globalThis;
  if (!voice) return;
  voice.cancel();
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = languages[locale].tag;
  voice.speak(spoken);
};

const COUNT = /^\(\d+\) /;

/** The number of news stands before the title while the window is behind others. */
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
