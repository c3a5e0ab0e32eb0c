import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../config';

/** Every entity of the console: a reference needs its target's title, a tree its parent field. */
export const EntitiesContext = createContext<readonly AnyEntity[]>([]);

/** A declared entity by its name; undefined where none of that name is declared. */
export const useEntity = (name: string): AnyEntity | undefined =>
  useContext(EntitiesContext).find((entity) => entity.name === name);
