import type { AnyEntity } from '../../../config';
import { useShell } from '../../shell';

/** A declared entity by its name; undefined where a configuration has none of that name. */
export const useDeclared = (name: string): AnyEntity | undefined =>
  useShell().declared.entities.find((entity) => entity.name === name);
