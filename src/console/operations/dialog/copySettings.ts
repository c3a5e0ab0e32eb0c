import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { AnyEntity, Row } from '../../../config';
import {
  equalSettings,
  isUnsecured,
  type LockSetting,
  settingsAfter,
  settingsIn,
} from '../../../fields';
import { useText } from '../../../fields/views/reader';
import { type CommandCheck, errorMessage } from '../../../protocol';
import { type ConsoleDataProvider, useGrants, useSingleFlight } from '../../data';
import { commandRights } from '../offer/availability';
import { commandCheckQuery } from '../send/commandCheck';
import { sendInChunks } from '../send/sendCommand';
import { ticketBook } from '../send/ticketBook';
import { type LockSettingState, useLockSettings } from './lockSettings';
import type { Warnings } from './Sending';

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Keeps the identity of an array while its items stay the same. */
export const useSameList = (list: readonly string[]): readonly string[] => {
  const [stableList, setStableList] = useState(list);
  if (stableList.join('\n') === list.join('\n')) return stableList;
  setStableList(list);
  return list;
};

/** Setting of the source, with the locks that do not have it as far as the server knows. */
export interface Copy {
  readonly setting: LockSetting;
  readonly values: Row;
  readonly to: readonly string[];
  readonly differ: number;
  readonly same: number;
}

/**
 * Settings that this operator may copy to other locks (`open`), and those that contain secrets, which no client can
 * read (`secret`).
 */
export const useCopies = (entity: AnyEntity, from: string | undefined, sns: readonly string[]) => {
  const granted = useGrants();
  const ofSource = useLockSettings(useSameList(from === undefined ? [] : [from]));
  const ofTargets = useLockSettings(sns);
  const source = ofSource.settings ?? [];
  const targetSettings = ofTargets.settings ?? [];
  const sourceValues = (code: string) =>
    source.find((row) => row.code === code)?.known ?? undefined;
  const settings = settingsIn(entity.commands).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
  const copyable = settings.filter(({ code }) => sourceValues(code) !== undefined);
  return {
    isPending: ofSource.isPending || ofTargets.isPending,
    secret: copyable.filter(({ code, fields }) => !isUnsecured(fields, sourceValues(code) ?? {})),
    open: copyable.flatMap((setting): Copy[] => {
      const values = sourceValues(setting.code) ?? {};
      return isUnsecured(setting.fields, values) && !isEmptyList(setting, values)
        ? [copyableSettings(entity, setting, values, sns, targetSettings)]
        : [];
    }),
  };
};

const isEmptyList = ({ grows, fields }: LockSetting, values: Row) =>
  grows && Object.keys(fields).every((name) => listOf(values[name]).length === 0);

/** Selects the locks that get a setting: those whose value differs or is unknown. */
export const copyableSettings = (
  entity: AnyEntity,
  setting: LockSetting,
  values: Row,
  sns: readonly string[],
  targetSettings: readonly LockSettingState[],
): Copy => {
  const rows = new Map(
    targetSettings.filter(({ code }) => code === setting.code).map((row) => [row.sn, row.known]),
  );
  const hasIt = (sn: string) => {
    const has = rows.get(sn);
    const next = has && settingsAfter(entity.commands, setting.code, values, has);
    return Boolean(has && next && equalSettings(setting.fields, has, next));
  };
  const to = sns.filter((sn) => !hasIt(sn));
  const differ = to.filter((sn) => rows.get(sn)).length;
  return { setting, values, to, differ, same: sns.length - to.length };
};

/** Ticks and checks the settings to send. A dangerous or lock-specific one is unticked by default. */
export const useTickedCopies = (copies: readonly Copy[]) => {
  const translate = useTranslate();
  const text = useText();
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isTicked = ({ setting }: Copy) =>
    ticks.get(setting.code) ?? !(setting.command.danger || setting.own);
  const ticked = copies.filter((copy) => isTicked(copy) && copy.to.length > 0);
  const checks = useChecks(ticked);
  return {
    isTicked,
    tick: ({ setting }: Copy, isOn: boolean) => setTicks(new Map([...ticks, [setting.code, isOn]])),
    checks,
    /** Ticked settings with the locks that accept them. */
    selectedCopies: ticked.flatMap((copy, i) => {
      const to = checks.of[i]?.sns ?? copy.to;
      return to.length > 0 ? [{ ...copy, to }] : [];
    }),
    excluded: excludedLocks(
      ticked.flatMap(({ setting }, i) => {
        const check = checks.of[i];
        return check ? [{ label: text(setting.label), check }] : [];
      }),
      (label, why) => translate('operations.copy.why', { what: label, why }),
    ),
  };
};

/** Returns a function that sends settings, one after the other, and then closes the dialog. */
export const useSendCopies = (entity: AnyEntity, onClose: () => void) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const once = useSingleFlight();
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: async (copies: readonly Copy[]) => {
      for (const { setting, values, to } of copies) {
        const { code } = setting;
        await ticketBook.record({ entity, code }, () =>
          sendInChunks(to, {
            max: setting.command.max,
            call: (part, inBatch) => dataProvider.command(code, part, values, inBatch),
          }),
        );
      }
    },
    onSuccess: onClose,
  });
  const send = (copies: readonly Copy[]) => once(() => mutateAsync(copies).catch(() => {}));
  return { send, busy: isPending, failure: error && errorMessage(error) };
};

/** Checks the command of each setting before any of them is sent. */
const useChecks = (copies: readonly Copy[]) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const checks = useQueries({
    queries: copies.map(({ setting: { code }, to }) =>
      commandCheckQuery(dataProvider, code, { sns: to }),
    ),
  });
  const error = checks.find((each) => each.error)?.error;
  return {
    of: checks.map(({ data }) => data ?? undefined),
    isPending: checks.some(({ isFetching }) => isFetching),
    failure: error instanceof Error ? error.message : null,
  };
};

/**
 * Groups the left-out locks by reason. A reason is listed once if it applies to every setting, else after the labels of
 * the settings that it applies to.
 * @param describe puts the labels of settings before a reason
 */
export const excludedLocks = (
  checks: readonly { readonly label: string; readonly check: CommandCheck }[],
  describe: (label: string, why: string) => string,
): Warnings => {
  const groups = new Map<string, Set<string>>();
  const group = (why: string, sn: string) =>
    groups.set(why, (groups.get(why) ?? new Set()).add(sn));
  const reasons = new Set(checks.flatMap(({ check }) => check.refused.map(({ why }) => why)));
  for (const why of reasons) {
    const labels = new Map<string, string[]>();
    for (const { label, check } of checks) {
      const sns = check.refused.filter((each) => each.why === why).flatMap((each) => each.sns);
      for (const sn of sns) labels.set(sn, [...(labels.get(sn) ?? []), label]);
    }
    for (const [sn, of] of labels) {
      group(of.length === checks.length ? why : describe(of.join(', '), why), sn);
    }
  }
  return {
    same: [...new Set(checks.flatMap(({ check }) => check.same))],
    refused: [...groups].map(([why, sns]) => ({ why, sns: [...sns] })),
    twice: [],
    outside: [],
    second: false,
    code: false,
  };
};
