import type { RaRecord } from 'ra-core';
import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../../config';
import type { Row } from '../../../fields/views';
import type { ScreenUrl } from './useScreenUrl';
import type { Verbs } from './useVerbs';

/** What every part of an entity's screen needs to know. */
export interface Screen {
  readonly entity: AnyEntity;
  readonly menuCode: string;
  readonly may: Verbs;
  readonly url: ScreenUrl;
  /** Values that its records have because of where the screen is: inside of another record's detail. */
  readonly given?: Row;
  /** Opens the question whether to delete. */
  readonly askDelete: (records: readonly RaRecord[]) => void;
}

export const ScreenContext = createContext<Screen | null>(null);

/** The screen around. */
export const useScreen = (): Screen => {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error('This belongs inside of an EntityScreen');
  return screen;
};
