import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Command } from '../../../config';
import type { LiveDevice } from '../../../domain/live';
import { type Live, useLive, useLiveState } from '../../data';
import { findDevices } from './deviceHits';
import { SHOWN } from './hits';

/** Every device that live data knows at this moment. */
const everyDevice = (live: Live): readonly LiveDevice[] => {
  let devices: readonly LiveDevice[] = [];
  const end = live.fleet((known) => {
    devices = known;
  });
  end();
  return devices;
};

/**
 * Devices by part of their SN or name, as live data has them, one more than are shown; without a query the one chosen
 * on the map. @param command what is to be sent to one of them
 */
export const useFoundDevices = (query: string, command?: Command): readonly LiveDevice[] => {
  const live = useLive();
  const { lastAnswer } = useLiveState();
  const [address] = useSearchParams();
  const chosen = address.get('sn');
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer devices may have changed
  return useMemo(() => {
    if (query.trim() !== '') {
      return findDevices(everyDevice(live), query, SHOWN.devices + 1, command);
    }
    const device = chosen === null ? undefined : live.device(chosen);
    return device ? [device] : [];
  }, [live, query, command, chosen, lastAnswer]);
};
