import { knownLabels } from '../auth';
import type { EntityRules } from '../entities';
import { openMailer } from '../notify/mail';
import { batchRules } from './batch';
import { childLockRules, icCardRules } from './cards';
import type { OrganisationDependencies, RuleDependencies } from './context';
import { alarmConfigRules, cardRenewalRules, deviceRules } from './device';
import { dictItemRules, dictRules, mapKeyRules } from './dict';
import { emailKeyRules } from './emailKey';
import { exportRules } from './exportJob';
import { firmwareRules } from './firmware';
import { buttonRules, menuRules } from './menu';
import { operRules } from './oper';
import { orgRules } from './org';
import { regionalRules } from './regionalRule';
import { roleRules } from './role';

export { batchHandlers } from './batch';
export type { RuleDependencies } from './context';
export { tidyExports } from './exportJob';
export { roleCalls } from './roleCalls';

/** The rules of every entity that has any, by its name. */
export const entityRules = (room: RuleDependencies): Readonly<Record<string, EntityRules>> => ({
  ...organisationRules(room),
  ...systemRules(room),
  ...cardsRules(room),
  ...devicesRules(room),
  ...batchRules(room),
  ...exportRules(room),
});

/** The rules of organisations, operators and what they may do. */
const organisationRules = ({ config }: RuleDependencies): Record<string, EntityRules> => {
  const room: OrganisationDependencies = { config, labels: knownLabels(config) };
  return {
    org: orgRules,
    oper: operRules,
    role: roleRules(room),
    menu: menuRules(room),
    button: buttonRules,
  };
};

/** Dictionaries, map keys, mail accounts, SIM cards and firmware. */
const systemRules = ({ db, files }: RuleDependencies): Readonly<Record<string, EntityRules>> => ({
  dict: dictRules,
  dictItem: dictItemRules,
  mapKey: mapKeyRules('mapKey'),
  mapKeyWeb: mapKeyRules('mapKeyWeb'),
  emailKey: emailKeyRules(openMailer(db)),
  cardRenewal: cardRenewalRules,
  firmware: firmwareRules(files),
});

const cardsRules = (room: RuleDependencies): Readonly<Record<string, EntityRules>> => ({
  childLock: childLockRules,
  icCard: icCardRules(room),
  regionalRule: regionalRules,
});

/** Devices and what belongs to each of them. */
const devicesRules = ({ config }: RuleDependencies): Readonly<Record<string, EntityRules>> => {
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  return {
    ...(isDeclared('alarmConfig') && { alarmConfig: alarmConfigRules, device: deviceRules }),
  };
};
