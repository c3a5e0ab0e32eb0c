import { createContext, useContext } from 'react';
import type { AnyEntity } from '../../config';
import type { Target } from './targets';

/** A command that somebody chose, and the locks it was chosen for. */
export interface CommandRequest {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly targets: readonly Target[];
}

/** Opens the dialog of a command. */
export type OpenCommand = (request: CommandRequest) => void;

export const CommandContext = createContext<OpenCommand>(() => {
  throw new Error('A command needs a CommandProvider around it');
});

/** A function that opens the dialog of a command; nothing is sent before it is confirmed there. */
export const useCommand = (): OpenCommand => useContext(CommandContext);
