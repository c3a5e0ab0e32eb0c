import type { RaRecord } from 'ra-core';
import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../../config';

/** An action that somebody chose, and the records it was chosen for. */
export interface ActionRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly records: readonly RaRecord[];
  /** Done at once: the press of the button was all there is to say. */
  readonly plain?: boolean;
}

export type StartAction = (request: ActionRequest) => void;

export const ActionContext = createContext<StartAction>(() => {
  throw new Error('An action needs an ActionProvider around it');
});

/** A function that opens the dialog of an action, or does a plain one. */
export const useAction = (): StartAction => useContext(ActionContext);
