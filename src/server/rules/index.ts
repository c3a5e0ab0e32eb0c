import type { Console } from '../../config';
import { buttonCode, TICKETS } from '../../protocol';
import { originalLabels, TICKET_VERBS } from '../auth';
import type { EntityRules } from '../entities';
import { waitingLockRules } from './access';
import { alarmConfigRules, alarmRules, webhookRules } from './alarms';
import { batchRules } from './batch';
import { childLockRules, icCardRules } from './cards';
import type { OrganisationDependencies, RuleDependencies } from './context';
import { cardRenewalRules, deviceRules } from './device';
import { dictItemRules, dictRules, mapKeyRules } from './dict';
import { emailKeyRules } from './emailKey';
import { exportRules } from './exportJob';
import { firmwareRules } from './firmware';
import { fenceRules, regionalRules } from './members';
import { buttonRules, menuRules } from './menu';
import { operRules } from './oper';
import { commandBatchRules, commandScheduleRules, sealRightsRules } from './orders';
import { orgRules } from './org';
import { roleRules } from './role';
import { savedReportRules } from './savedReport';

export { batchHandlers } from './batch';
export type { RuleDependencies } from './context';
export { deleteOldExports } from './exportJob';
export { roleCalls } from './roleCalls';

/** In the place of what only a running server has: rules ask it when they work, not when they are made. */
const absent = Object.freeze({}) as never;

/** The actions that a rule of the server does, by `entity:action`. */
export const performedActions = (config: Console): ReadonlySet<string> => {
  const rules = entityRules({
    config,
    db: absent,
    key: absent,
    sessions: absent,
    rights: absent,
    files: absent,
    queue: absent,
    broker: absent,
    notifiers: absent,
    now: Date.now,
  });
  return new Set([
    ...Object.entries(rules).flatMap(([entity, { actions, trials }]) =>
      Object.keys({ ...actions, ...trials }).map((code) => buttonCode(entity, code)),
    ),
    ...TICKET_VERBS.map((verb) => buttonCode(TICKETS, verb)),
  ]);
};

/** The rules of every entity that has any, by its name. */
export const entityRules = (
  dependencies: RuleDependencies,
): Readonly<Record<string, EntityRules>> => {
  const { config, files, broker, notifiers, rights } = dependencies;
  const organisation: OrganisationDependencies = { config, labels: originalLabels(config) };
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  return {
    // Organisations, operators and what they may do.
    org: orgRules,
    oper: operRules,
    role: roleRules(organisation),
    menu: menuRules(organisation),
    button: buttonRules,
    // Dictionaries, map keys, mail accounts, SIM cards and firmware.
    dict: dictRules,
    dictItem: dictItemRules,
    mapKey: mapKeyRules('mapKey'),
    mapKeyWeb: mapKeyRules('mapKeyWeb'),
    emailKey: emailKeyRules(notifiers.mailer),
    cardRenewal: cardRenewalRules,
    firmware: firmwareRules(files),
    // Cards, and the rules they are swiped by.
    childLock: childLockRules,
    icCard: icCardRules(dependencies),
    regionalRule: regionalRules,
    fence: fenceRules,
    // What locks are told.
    commandBatch: commandBatchRules({ broker, config, rights }),
    commandSchedule: commandScheduleRules(config),
    savedReport: savedReportRules(config),
    batchDisDevice: sealRightsRules,
    // Devices and what belongs to each of them.
    ...(isDeclared('device') && { device: deviceRules(broker, isDeclared('alarmConfig')) }),
    ...(isDeclared('waitingLock') && { waitingLock: waitingLockRules(dependencies) }),
    ...(isDeclared('alarmConfig') && { alarmConfig: alarmConfigRules(notifiers) }),
    alertRecord: alarmRules,
    webhook: webhookRules(notifiers),
    ...batchRules(dependencies),
    ...exportRules(dependencies),
  };
};
