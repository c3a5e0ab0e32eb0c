import type { Console, Wire } from '../../config';
import { actorText } from '../../domain/actor';
import { PARAM_STATE } from '../../domain/system';
import { buttonCode, TICKETS } from '../../protocol';
import { originalLabels, TICKET_VERBS } from '../auth';
import { confirmClock } from '../db/serverClock';
import type { EntityRules } from '../entities';
import { waitingLockRules } from './access';
import { alarmMuteRules, shiftNoteRules } from './alarmDesk';
import { alarmConfigRules, alarmRules, escalationInLanguage, webhookRules } from './alarms';
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
export { isFixedAddress } from './menu';
export { roleCalls } from './roleCalls';

/** Parts of a configuration that the server's rules implement. */
export interface Implemented {
  /** Actions, as button codes such as `device:seal`. */
  readonly actions: ReadonlySet<string>;
  /** Entities whose rules take part in adding a record, and so can store virtual fields. */
  readonly additions: ReadonlySet<string>;
}

export const implementedParts = (config: Console): Implemented => {
  // These rules are only listed. They use what a running server has when they run, not when they are created.
  const rules = Object.entries(entityRules({ config, notifiers: {} } as RuleDependencies));
  return {
    actions: new Set([
      ...rules.flatMap(([entity, { actions, trials }]) =>
        Object.keys({ ...actions, ...trials }).map((code) => buttonCode(entity, code)),
      ),
      ...TICKET_VERBS.map((verb) => buttonCode(TICKETS, verb)),
    ]),
    additions: new Set(
      rules.flatMap(([entity, { collect, resolveInput, afterOperation }]) =>
        collect || resolveInput || afterOperation ? [entity] : [],
      ),
    ),
  };
};

/** Watches the lock whose messages are listed. */
const lockMessageRules = (
  { exact }: Pick<Wire, 'exact'>,
  watch: NonNullable<RuleDependencies['watchMessages']>,
): EntityRules => ({
  beforeList: async ({ filters }, { caller }) => {
    const sns = [filters.sn, filters[`sn${exact}`]].filter((sn) => typeof sn === 'string');
    if (sns.length > 0) await watch(sns, caller.oper.org_id);
  },
});

/** Rules of system parameters. The time of the confirmation is that of the server that answers. */
const systemParamRules: EntityRules = {
  resolveOutput: async (row, { now }) =>
    row.state === PARAM_STATE.clockInDoubt ? { ...row, server_time: now } : row,
  actions: {
    confirmClock: async ({ db, rows, now }) => {
      await confirmClock(db, now);
      return { done: rows.length };
    },
  },
};

/** Returns the rules of all entities that have some, by entity name. */
export const entityRules = (
  dependencies: RuleDependencies,
): Readonly<Record<string, EntityRules>> => {
  const { config, files, broker, notifiers, rights, watchMessages } = dependencies;
  const organisation: OrganisationDependencies = { config, labels: originalLabels(config) };
  const isDeclared = (name: string) => config.entities.some((entity) => entity.name === name);
  return {
    // Organisations, operators and their rights.
    org: orgRules,
    oper: operRules(dependencies),
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
    // Nothing is stored, so older records name who caused an event in the reader's language too.
    lockHistory: { inLanguage: (row, locale) => ({ ...row, who: actorText(row, locale) }) },
    alarmHistory: { inLanguage: escalationInLanguage },
    systemParams: systemParamRules,
    // Cards, and the regional rules and fences.
    childLock: childLockRules,
    icCard: icCardRules(dependencies),
    regionalRule: regionalRules,
    fence: fenceRules,
    // Commands, schedules and reports.
    commandBatch: commandBatchRules({ broker, config, rights }),
    commandSchedule: commandScheduleRules(config),
    savedReport: savedReportRules(config),
    batchDisDevice: sealRightsRules,
    // Devices and records that belong to them.
    ...(isDeclared('device') && { device: deviceRules(broker, isDeclared) }),
    ...(watchMessages && { lockMessage: lockMessageRules(config.wire, watchMessages) }),
    ...(isDeclared('waitingLock') && { waitingLock: waitingLockRules(dependencies) }),
    ...(isDeclared('alarmConfig') && { alarmConfig: alarmConfigRules(notifiers) }),
    alertRecord: alarmRules,
    alarmMute: alarmMuteRules,
    shiftNote: shiftNoteRules,
    webhook: webhookRules(notifiers, isDeclared('noticeRecord')),
    ...batchRules(dependencies),
    ...exportRules(dependencies),
  };
};
