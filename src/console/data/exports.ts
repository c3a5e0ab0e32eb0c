import type { Identifier } from 'react-admin';
import { requiredContext } from './requiredContext';

interface Exports {
  /**
   * Shows the job in the top bar until the operator has downloaded its file.
   * @param id id of the `exportJob`
   * @param title name of the export in the reader's language
   */
  follow(id: Identifier, title: string): void;
}

/** Exports that are running in this window. */
export const [ExportsContext, useExports] = requiredContext<Exports>('the layout');
