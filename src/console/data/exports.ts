import { createContext, useContext } from 'react';
import type { Identifier } from 'react-admin';

interface Exports {
  /**
   * Shows the job in the top bar until the operator has downloaded its file.
   * @param id id of the `exportJob`
   * @param title name of the export in the reader's language
   */
  follow(id: Identifier, title: string): void;
}

export const ExportsContext = createContext<Exports | null>(null);

/** Returns the exports that are running in this window. */
export const useExports = (): Exports => {
  const exports = useContext(ExportsContext);
  if (!exports) throw new Error('Exports are followed inside of the layout only');
  return exports;
};
