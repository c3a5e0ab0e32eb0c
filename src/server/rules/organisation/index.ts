import type { EntityRules } from '../../entities';
import { knownLabels } from '../../rights';
import type { RulesRoom } from '../RulesRoom';
import { buttonRules } from './buttonRules';
import { menuRules } from './menuRules';
import type { OrganisationRoom } from './OrganisationRoom';
import { operRules } from './operRules';
import { orgRules } from './orgRules';
import { roleRules } from './roleRules';

export { roleCalls } from './roleCalls';

/** The rules of organisations, operators and what they may do. */
export const organisationRules = ({ config }: RulesRoom): Record<string, EntityRules> => {
  const room: OrganisationRoom = { config, labels: knownLabels(config) };
  return {
    org: orgRules,
    oper: operRules,
    role: roleRules(room),
    menu: menuRules(room),
    button: buttonRules,
  };
};
