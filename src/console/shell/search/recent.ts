import { useEffect } from 'react';
import { useGetOne } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { AnyEntity, Command } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { useEntityByName } from '../../app';
import { useOpenRoute } from '../../app/menus';
import {
  BORROWED_LOCKS,
  useGrants,
  useLive,
  useLiveState,
  useSentCommands,
  useUsedLocks,
} from '../../data';
import { commandRights } from '../../operations';
import { DEVICE, type GrantedCommand } from './commands';

const MAX_LOCKS = 5;
const MAX_COMMANDS = 4;

/** Returns the locks used last that the operator still sees. */
export const useRecentLocks = (): LiveDevice[] => {
  const { fleet } = useLive();
  // Read again with each answer, because the devices may have changed.
  useLiveState();
  const { sns } = useUsedLocks();
  return sns.flatMap((sn) => fleet.get(sn) ?? []).slice(0, MAX_LOCKS);
};

/** Returns the granted commands sent most, filled up with the first declared ones. */
export const useRecentCommands = (): GrantedCommand[] => {
  const entity = useEntityByName(DEVICE);
  const granted = useGrants();
  const { counts } = useSentCommands();
  if (!entity) return [];
  return mostSent(entity, counts)
    .filter(({ code }) => granted(...commandRights(entity, code)))
    .slice(0, MAX_COMMANDS);
};

/** Returns the commands for one lock, those sent most first. */
export const mostSent = (
  entity: AnyEntity,
  counts: Readonly<Record<string, number>>,
): GrantedCommand[] =>
  Object.entries(entity.commands as Readonly<Record<string, Command>>)
    .filter(([, { on }]) => on !== 'bulk')
    .map(([code, command]) => ({ entity, code, command }))
    .sort((a, b) => (counts[b.code] ?? 0) - (counts[a.code] ?? 0));

/** Remembers the lock whose detail, place on the map or track is open. */
export const useRememberLocks = (): void => {
  const { remember } = useUsedLocks();
  const route = useOpenRoute();
  const [search] = useSearchParams();
  const entity = [DEVICE, BORROWED_LOCKS].find((name) => name === route?.page);
  const id = search.get('show');
  const { data } = useGetOne(
    entity ?? DEVICE,
    { id: id ?? '' },
    { enabled: entity !== undefined && id !== null, retry: false },
  );
  const shownSn = entity && id !== null ? data?.sn : undefined;
  const sn = shownSn ?? (entity ? null : search.get('sn'));
  useEffect(() => {
    if (typeof sn === 'string' && sn !== '') remember(sn);
  }, [sn, remember]);
};
