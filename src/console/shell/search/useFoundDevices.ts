import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LiveDevice } from '../../../domain/live';
import { type Live, useLive, useLiveState } from '../../data';
import { searchDevices } from '../../maps/fleet/searchDevices';

/** As many as a screen shows together with pages and commands. */
const SHOWN = 8;

/** Every device that live data knows at this moment. */
const everyDevice = (live: Live): readonly LiveDevice[] => {
  let devices: readonly LiveDevice[] = [];
  const end = live.fleet((known) => {
    devices = known;
  });
  end();
  return devices;
};

/** Devices by part of their SN or name, as live data has them; without a query the one chosen on the map. */
export const useFoundDevices = (query: string): readonly LiveDevice[] => {
  const live = useLive();
  const { lastAnswer } = useLiveState();
  const [address] = useSearchParams();
  const chosen = address.get('sn');
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each answer devices may have changed
  return useMemo(() => {
    if (query.trim() !== '') return searchDevices(everyDevice(live), query, SHOWN);
    const device = chosen === null ? undefined : live.device(chosen);
    return device ? [device] : [];
  }, [live, query, chosen, lastAnswer]);
};
