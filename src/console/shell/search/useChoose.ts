import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useCommand } from '../../commands';
import type { OfferedCommand } from './findableCommands';
import type { DeviceHit, Hit } from './hits';
import { useCommandWay } from './useCommandWay';
import type { DeviceWays } from './useDeviceWays';

interface Options {
  /** The command that a lock is being chosen for. */
  readonly command: OfferedCommand | null;
  readonly ways: DeviceWays;
  readonly onAskForLock: (command: OfferedCommand) => void;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/** What choosing does. @returns the function that does it, and whether it is still at work */
export const useChoose = ({ command, ways, onAskForLock, onClose, onLeave }: Options) => {
  const notify = useNotify();
  const openCommand = useCommand();
  const wayOf = useCommandWay();
  const [busy, setBusy] = useState(false);
  const lookUp = useRef<AbortController>(undefined);
  useEffect(() => () => lookUp.current?.abort(), []);

  const openDetail = async (sn: string, detailOf: NonNullable<DeviceWays['detailOf']>) => {
    lookUp.current?.abort();
    const controller = new AbortController();
    lookUp.current = controller;
    const { signal } = controller;
    setBusy(true);
    try {
      const address = await detailOf(sn, signal);
      if (!signal.aborted) onLeave(address);
    } catch (error) {
      if (signal.aborted) return;
      setBusy(false);
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };

  const chooseDevice = ({ device }: DeviceHit, onMap: boolean) => {
    const { detailOf, mapOf } = ways;
    if (command) {
      onClose();
      openCommand({ ...command, targets: [{ ...device }] });
    } else if (mapOf && (onMap || !detailOf)) onLeave(mapOf(device.sn));
    else if (detailOf) void openDetail(device.sn, detailOf);
  };

  /** @param onMap to see a device on the map, not its detail */
  const choose = (hit: Hit, onMap: boolean) => {
    if (hit.kind === 'page') return onLeave(hit.route.path);
    if (hit.kind === 'device') return chooseDevice(hit, onMap);
    const way = wayOf(hit.offered);
    if (way && 'list' in way) onLeave(way.list);
    else onAskForLock(hit.offered);
  };
  return { choose, busy };
};
