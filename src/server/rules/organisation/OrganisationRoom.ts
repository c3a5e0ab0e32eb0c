import type { KnownLabels } from '../../rights';
import type { RulesRoom } from '../RulesRoom';

/** What the rules of this folder share. */
export interface OrganisationRoom extends Pick<RulesRoom, 'config'> {
  /** What menus and buttons are called. */
  readonly labels: KnownLabels;
}
