import { createContext, useContext } from 'react';
import type { Identifier } from 'react-admin';

/** Exports that the server writes as jobs. */
interface Exports {
  /**
   * Shows the job in the top bar until somebody has taken its file.
   * @param id of the `exportJob`
   * @param title what is exported, in the reader's words
   */
  follow(id: Identifier, title: string): void;
}

export const ExportsContext = createContext<Exports | null>(null);

/** The exports that are under way in this window. */
export const useExports = (): Exports => {
  const exports = useContext(ExportsContext);
  if (!exports) throw new Error('Exports are followed inside of the layout only');
  return exports;
};
