import type { RaRecord } from 'ra-core';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { AnyEntity } from '../../../config';
import type { Row } from '../../../fields/views';
import type { ScreenUrl } from './useScreenUrl';

/** Records in view, and what may be opened over them. */
export interface OverlaysProps {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  /** What is opened. */
  readonly url: ScreenUrl;
  readonly rows: readonly RaRecord[];
  /** Values that new records have because of where the screen is. */
  readonly given?: Row;
  readonly onDeleted?: (records: readonly RaRecord[]) => void;
  readonly children: ReactNode;
}

/** A detail lists records that open details of their own: the way there is handed down, as modules make no circle. */
export const OverlaysContext = createContext<ComponentType<OverlaysProps> | null>(null);

/** What puts a detail, forms and questions over records. */
export const useOverlays = (): ComponentType<OverlaysProps> => {
  const overlays = useContext(OverlaysContext);
  if (!overlays) throw new Error('This belongs inside of an EntityScreen');
  return overlays;
};
