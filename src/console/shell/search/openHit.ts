import { useEffect, useRef, useState } from 'react';
import { useDataProvider, useNotify } from 'react-admin';
import type { LiveDevice } from '../../../domain/live';
import { errorMessage } from '../../../protocol';
import {
  providerOf,
  recordAddress,
  useListAddress,
  useMapPath,
  useOpenRoute,
} from '../../app/menus';
import { BORROWED_LOCKS, type ConsoleDataProvider, entityOfLock, lockFilter } from '../../data';
import { useCommand } from '../../operations';
import { DEVICE, type GrantedCommand, useCommandTarget } from './commands';
import type { DoHit } from './doHits';
import type { DeviceHit, Hit } from './hits';

interface Options {
  /** Command that a lock is being chosen for. */
  readonly command: GrantedCommand | null;
  readonly ways: DeviceTargets;
  readonly onAskForLock: (command: GrantedCommand) => void;
  readonly onClose: () => void;
  readonly onLeave: (address: string) => void;
}

/**
 * Opens hits.
 * @returns the function that opens one, and true while it is loading
 */
export const useOpenHit = ({ command, ways, onAskForLock, onClose, onLeave }: Options) => {
  const notify = useNotify();
  const { getList } = useDataProvider<ConsoleDataProvider>();
  const addressOf = useListAddress();
  const openCommand = useCommand();
  const wayOf = useCommandTarget();
  const [busy, setBusy] = useState(false);
  const lookUp = useRef<AbortController>(undefined);
  useEffect(() => () => lookUp.current?.abort(), []);

  const openDetail = async (device: LiveDevice) => {
    lookUp.current?.abort();
    const controller = new AbortController();
    lookUp.current = controller;
    const { signal } = controller;
    setBusy(true);
    try {
      const entity = entityOfLock(device);
      const filter = lockFilter(device.sn);
      const { data } = await getList(entity, {
        filter,
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'sn', order: 'ASC' },
        signal,
      });
      const [record] = data;
      const list = `${addressOf(entity, record ? undefined : filter)}`;
      if (!signal.aborted) onLeave(record ? recordAddress(list, record.id) : list);
    } catch (error) {
      if (signal.aborted) return;
      // The message would stand behind the box.
      onClose();
      notify(errorMessage(error), { type: 'error' });
    }
  };

  const chooseDevice = ({ device }: DeviceHit, onMap: boolean) => {
    const { hasDetail, mapOf } = ways;
    if (command) {
      onClose();
      openCommand({ ...command, targets: [{ ...device }] });
    } else if (mapOf && (onMap || !hasDetail(device))) onLeave(mapOf(device.sn));
    else if (hasDetail(device)) void openDetail(device);
  };

  const chooseDo = ({ device, target }: DoHit) => {
    if (!target || !device) return;
    if ('address' in target) return onLeave(target.address);
    onClose();
    openCommand({ ...target.granted, targets: [{ ...device }] });
  };

  /** @param onMap show a device on the map instead of its detail */
  const choose = (hit: Hit, onMap: boolean) => {
    if (hit.kind === 'action') {
      if ('address' in hit.target) return onLeave(hit.target.address);
      onClose();
      return hit.target.act();
    }
    if (hit.kind === 'page') return onLeave(hit.address);
    if (hit.kind === 'device') return chooseDevice(hit, onMap);
    if (hit.kind === 'do') return chooseDo(hit);
    const list = wayOf(hit.granted);
    if (list) onLeave(list);
    else onAskForLock(hit.granted);
  };
  return { choose, busy };
};

interface DeviceTargets {
  /** True if devices can be opened at all. */
  readonly exist: boolean;
  /** True if a menu shows the device's list. */
  readonly hasDetail: (device: LiveDevice) => boolean;
  /** Returns its URL on the map; undefined if there is no map. */
  readonly mapOf: ((sn: string) => string) | undefined;
}

/** Returns the links to devices that this operator may use. */
export const useDeviceTargets = (): DeviceTargets => {
  const openRoute = useOpenRoute();
  const addressOf = useListAddress();
  const mapPath = useMapPath();
  const openMap = openRoute && providerOf(openRoute) !== undefined ? openRoute : undefined;
  // A map reads its URL only when it opens, so redirect to remount the open one.
  const map = openMap ? `/redirect${openMap.path}` : mapPath;
  return {
    exist: map !== undefined || [DEVICE, BORROWED_LOCKS].some((entity) => addressOf(entity)),
    hasDetail: (device) => addressOf(entityOfLock(device)) !== undefined,
    mapOf: map === undefined ? undefined : (sn) => `${map}?${new URLSearchParams({ sn })}`,
  };
};
