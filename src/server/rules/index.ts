import { type AnyEntity, appearsIn, type Console, type Wire } from '../../config';
import { actorText } from '../../domain/actor';
import { PARAM_STATE } from '../../domain/system';
import { buttonCode, TICKETS } from '../../protocol';
import { originalLabels, TICKET_VERBS } from '../auth';
import { confirmClock } from '../db/serverClock';
import type { EntityRules } from '../entities';
import { waitingLockRules } from './access';
import { alarmMuteRules } from './alarmDesk';
import { alarmConfigRules, alarmRules, escalationInLanguage, webhookRules } from './alarms';
import { batchRules } from './batch';
import { childLockRules, icCardRules } from './cards';
import type { OrganisationDependencies, RuleDependencies } from './context';
import { type CheckedCode, clashesOf, withCustom } from './custom';
import { withDeclared } from './declared';
import { cardRenewalRules, deviceRules } from './device';
import { dictItemRules, dictRules } from './dict';
import { emailKeyRules } from './emailKey';
import { exportRules } from './exportJob';
import { firmwareRules } from './firmware';
import { withLines } from './lines';
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

/** Parts of a configuration that code implements. */
export interface Implemented {
  /** Actions, as button codes such as `device:seal`. */
  readonly actions: ReadonlySet<string>;
  /** Actions with code, besides what their declaration says. */
  readonly coded: ReadonlySet<string>;
  /** Entities whose rules take part in adding a record, and so can store virtual fields. */
  readonly additions: ReadonlySet<string>;
  /** True if a rule may fill in a virtual field. */
  readonly fills: (entity: AnyEntity, field: string) => boolean;
  /** Parts that the customer's rules and those of the product both have, by entity. */
  readonly clashes: Readonly<Record<string, readonly string[]>>;
  readonly custom?: CheckedCode;
}

export const implementedParts = (config: Console, custom?: CheckedCode): Implemented => {
  const own = custom?.server;
  // These rules are only listed. They use what a running server has when they run, not when they are created.
  const listed = { config, notifiers: {}, custom: own } as RuleDependencies;
  const rulesByEntity = entityRules(listed);
  const product = productRules(listed);
  const rules = Object.entries(rulesByEntity);
  const codesOf = (each: Readonly<Record<string, EntityRules>>) => [
    ...Object.entries(each).flatMap(([entity, { actions, trials }]) =>
      Object.keys({ ...actions, ...trials }).map((code) => buttonCode(entity, code)),
    ),
    ...TICKET_VERBS.map((verb) => buttonCode(TICKETS, verb)),
  ];
  return {
    custom,
    clashes: Object.fromEntries(
      Object.entries(own?.rules ?? {}).map(([name, each]) => [
        name,
        clashesOf(product[name] ?? {}, each),
      ]),
    ),
    fills: ({ name, fields }, field) => {
      const { virtualFields = {}, resolveOutput, inLanguage } = rulesByEntity[name] ?? {};
      const isListed = appearsIn(fields[field], 'list') || appearsIn(fields[field], 'export');
      return Boolean(
        Object.hasOwn(virtualFields, field) || inLanguage || (resolveOutput && !isListed),
      );
    },
    actions: new Set(codesOf(rulesByEntity)),
    coded: new Set([...codesOf(product), ...codesOf(own?.rules ?? {})]),
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

type Rules = Readonly<Record<string, EntityRules>>;

/** Returns the rules of all entities that have some, by entity name. */
export const entityRules = (dependencies: RuleDependencies): Rules =>
  withDeclared(
    withLines(
      withCustom(productRules(dependencies), dependencies.custom?.rules, dependencies.log),
      dependencies.config,
    ),
    dependencies,
  );

const productRules = (dependencies: RuleDependencies): Rules => {
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
    // Dictionaries, mail accounts, SIM cards and firmware.
    dict: dictRules,
    dictItem: dictItemRules,
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
    webhook: webhookRules(notifiers, isDeclared('noticeRecord')),
    ...batchRules(dependencies),
    ...exportRules(dependencies),
  };
};
