import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { whyNot } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { whyNotText } from '../../../fields';
import { useReaderLocale } from '../../../fields/views/reader';
import { useEntityByName } from '../../app';
import { useApp } from '../../app/AppContext';
import { isMap, useMapPath, useMenus } from '../../app/menus';
import {
  lockFilter,
  useGrants,
  useIsLiveLoaded,
  useLive,
  useLiveState,
  useReaderContext,
} from '../../data';
import { DEVICE, type GrantedCommand } from './commands';
import { parseSentence, type Sentence, unclearTimes } from './sentences';
import { useSyllables } from './syllables';
import { dayAndTime, type NamedTime, timeText } from './times';
import { namesVerb, type Verb, verbsFor, verbsOf } from './verbs';
import { listHitAddress } from './views';

/** Command or page for one lock, as a sentence names it. */
export interface DoHit {
  readonly kind: 'do';
  readonly key: string;
  /** Words of the query that are not understood, shown struck out before the title. */
  readonly struck?: string;
  readonly title: string;
  readonly icon: string | undefined;
  /** Undefined if no lock has the name. */
  readonly device: LiveDevice | undefined;
  /** Time that the hit opens. */
  readonly time?: string | undefined;
  /** Reason why it is not possible. */
  readonly reason: string | null;
  /** Undefined if it is not possible; Enter then does nothing. */
  readonly target: { readonly granted: GrantedCommand } | { readonly address: string } | undefined;
}

/** Limit of the lines, so that the locks below stay visible. */
const MAX_LINES = 6;

/**
 * Returns what a query such as "seal SD2600282" names, with the locks; null if it is no sentence. It is pending while the
 * locks are still loading, so that no other hit may stand under Enter.
 * @param alone lock that the whole query is the name of
 */
export const useDoHits = (
  query: string,
  alone: LiveDevice | undefined,
  mapOf: ((sn: string) => string) | undefined,
) => {
  const translate = useTranslate();
  const verbs = useVerbs();
  const isLoaded = useIsLiveLoaded();
  const live = useLive();
  const { lastAnswer } = useLiveState();
  const toHit = useDoHit(mapOf);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer devices may have changed
  const sentence = useMemo(() => parseSentence(query, live.fleet), [query, live, lastAnswer]);
  const struckHits = (texts: readonly string[]) =>
    texts.map((struck) =>
      deadHit(translate('search.notUnderstood'), {
        key: `struck ${struck}`,
        struck,
        icon: 'cancel',
      }),
    );
  if (!sentence) {
    const unclear = alone ? [] : unclearTimes(query);
    if (unclear.length > 0) return { hits: struckHits(unclear), devices: [], isPending: false };
    if (!alone) return null;
    const named: Sentence = {
      devices: [alone],
      name: alone.sn,
      phrase: '',
      time: undefined,
      unclear: [],
    };
    return { hits: hitsOf(named, verbs, toHit), devices: [], isPending: false };
  }
  const { devices, name, phrase, unclear } = sentence;
  if (devices.length > 0) {
    const hits = hitsOf(sentence, verbs, toHit);
    // Enter must not open the lock instead.
    const dead = struckHits([...unclear, ...(hits.length === 0 ? [phrase] : [])]);
    return { hits: [...dead, ...hits], devices, isPending: false };
  }
  if (!namesVerb(phrase, verbs)) return null;
  const unknown = deadHit(translate('search.noLock', { name }), { key: 'nothing', icon: 'lock' });
  return { hits: isLoaded ? [unknown] : [], devices, isPending: !isLoaded };
};

/** Line that explains and opens nothing. */
const deadHit = (
  title: string,
  { key, ...rest }: Pick<DoHit, 'key' | 'struck' | 'icon'>,
): DoHit => ({
  kind: 'do',
  key: `do ${key}`,
  title,
  device: undefined,
  reason: null,
  target: undefined,
  ...rest,
});

type ToHit = (verb: Verb, device: LiveDevice, time: NamedTime | undefined) => DoHit;

const hitsOf = ({ devices, phrase, time }: Sentence, verbs: readonly Verb[], toHit: ToHit) =>
  verbsFor(phrase, verbs, time !== undefined)
    .flatMap((verb) => devices.map((device) => toHit(verb, device, time)))
    .slice(0, MAX_LINES);

/** Returns the commands and pages for a lock that are declared and that the operator's menus show. */
const useVerbs = (): Verb[] => {
  const { declared } = useApp();
  const menus = useMenus();
  const lock = useEntityByName(DEVICE);
  const translate = useTranslate();
  const locale = useReaderLocale();
  const granted = useGrants();
  const syllablesOf = useSyllables();
  const mapPath = useMapPath();
  return useMemo(
    () => verbsOf(declared, menus, lock, { translate, locale, granted, syllablesOf, mapPath }),
    [declared, menus, lock, translate, locale, granted, syllablesOf, mapPath],
  );
};

const useDoHit = (mapOf: ((sn: string) => string) | undefined): ToHit => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const reader = useReaderContext();
  const whyRefused = ({ entity, code }: GrantedCommand, device: LiveDevice): string | null => {
    const attempt = { command: code };
    const record = { ...device };
    const reason = whyNot(entity, attempt, record, { ...reader, isPartialRecord: true });
    return reason ? whyNotText(entity, attempt, { record, reason }, locale) : null;
  };
  return (verb, device, time) => {
    const { sn } = device;
    const hit = (target: DoHit['target'], reason: DoHit['reason'] = null): DoHit => ({
      kind: 'do',
      key: `do ${verb.key} ${sn}`,
      title: verb.label,
      icon: verb.icon,
      device,
      time: time && timeText(time, locale),
      reason,
      target: reason === null ? target : undefined,
    });
    if (verb.kind === 'command') {
      const { granted, isGranted } = verb;
      const refusal = isGranted ? whyRefused(granted, device) : translate('search.notGranted');
      return hit({ granted }, time ? translate('search.atOnce') : refusal);
    }
    if (verb.kind === 'list') {
      const address = listHitAddress(verb.list, time, lockFilter(sn));
      return hit(address === undefined ? undefined : { address });
    }
    if (isMap(verb.route)) return hit(mapOf && { address: mapOf(sn) });
    const query = new URLSearchParams(verb.forLock.query(sn, time ? dayAndTime(time) : {}));
    return hit({ address: `${verb.route.path}?${query}` });
  };
};
