import { useStore } from 'ra-core';
import type { AnyEntity } from '../../../../config';
import { NO_VIEWS, type SavedViews } from './savedViews';

/** The views of an entity's list that the operator has saved; others at this desk have their own. */
export const useSavedViews = (entity: AnyEntity) =>
  useStore<SavedViews>(`settings.views.${entity.name}`, NO_VIEWS);
