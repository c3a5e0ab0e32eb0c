import { useDataProvider } from 'ra-core';
import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import type { ConsoleDataProvider } from '../../data';
import { useMenus } from '../MenuContext';
import { mapRoutes } from '../mapRoutes';
import { routeAt } from '../routes/menuTree';
import { useListAddress } from '../useListAddress';
import { useMapPath } from '../useMapPath';
import { DEVICE } from './useCommandWay';

/** A filter by SN finds every SN that has it as a part. */
const CANDIDATES = 50;

/** Where a device can be looked at. */
export interface DeviceWays {
  /** Asks for the address of its detail; undefined when no menu shows the device list. */
  readonly detailOf: ((sn: string, signal: AbortSignal) => Promise<string>) | undefined;
  /** Its address on the map; undefined when there is no map. */
  readonly mapOf: ((sn: string) => string) | undefined;
}

const useDetailOf = (): DeviceWays['detailOf'] => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const addressOf = useListAddress();
  const list = addressOf(DEVICE);
  const find = useCallback(
    async (sn: string, signal: AbortSignal) => {
      const { data } = await dataProvider.getList(DEVICE, {
        filter: { sn },
        pagination: { page: 1, perPage: CANDIDATES },
        sort: { field: 'sn', order: 'ASC' },
        signal,
      });
      const record = data.find((each) => each.sn === sn);
      // Among very many that contain its SN it may be missing: the list then shows them all.
      return record ? `${list}?show=${record.id}` : `${addressOf(DEVICE, { sn })}`;
    },
    [dataProvider, addressOf, list],
  );
  return list === undefined ? undefined : find;
};

/** The ways to look at a device that this operator has. */
export const useDeviceWays = (): DeviceWays => {
  const menus = useMenus();
  const { pathname } = useLocation();
  const detailOf = useDetailOf();
  const mapPath = useMapPath();
  const open = mapRoutes(menus.routes).find((route) => route === routeAt(menus, pathname));
  // A map looks at its address when it opens, so that the open one is opened again.
  const map = open ? `/redirect${open.path}` : mapPath;
  return {
    detailOf,
    mapOf: map === undefined ? undefined : (sn) => `${map}?${new URLSearchParams({ sn })}`,
  };
};
