import { isDeepStrictEqual } from 'node:util';
import { type Console, type Fields, flatMenus, wireDefaults } from '../../config';
import { actionsOf } from '../auth';
import { BASE_TABLES, hasState } from '../db';
import { implementedParts } from '../rules';
import type { CheckedCode } from '../rules/custom';
import { checkCustom, componentProblems } from './custom';
import { declarationsOf } from './declarations';
import { type Finding, findingsIn, findTwice, isNotice, isOurs, sentenceOf } from './finding';
import { locationOf } from './location';
import { checkPaths } from './paths';
import { checkShape, isMalformed } from './shapes';
import { checkWire } from './wire';

export { sourceText } from './location';

/**
 * True if the configuration is for our own server. The configuration for a server of the customer's has other names in
 * `wire`, or locks of its own, without a reported value.
 */
const isForOurServer = ({ entities, wire }: Console): boolean => {
  const { padding, filters } = wireDefaults;
  const reports = entities.some(
    (entity) =>
      hasState(entity) && Object.values(entity.fields as Fields).some(({ reported }) => reported),
  );
  return reports && isDeepStrictEqual({ ...wire, padding, filters }, wireDefaults);
};

/** Problems that the customer's code may solve. */
const SOLVED_BY_CODE: readonly Finding['code'][] = ['actionMissing', 'unfilled', 'unstored'];

/**
 * Finds problems of a configuration that the compiler cannot detect. Notices need attention but do no harm.
 * @param custom the customer's code; names in it are not checked if it is undefined, nor what lacks it if it is null
 * @param stores true if our own server stores the records; by default the configuration tells
 */
export const findProblems = (
  config: Console,
  custom?: CheckedCode | null,
  stores = isForOurServer(config),
) => {
  const { all, isComplete } = findingsOf(config, custom ?? undefined);
  const findings = custom === null ? all.filter(({ code }) => !SOLVED_BY_CODE.includes(code)) : all;
  const isHarmless = (finding: Finding) => isNotice(finding) || (isOurs(finding) && !stores);
  return {
    errors: findings.filter((finding) => !isHarmless(finding)),
    notices: findings.filter(isHarmless),
    isComplete,
  };
};

const findingsOf = (
  config: Console,
  custom?: CheckedCode,
): { readonly all: readonly Finding[]; readonly isComplete: boolean } => {
  const declarations = declarationsOf(config);
  const shapes = declarations.map(checkShape);
  if (shapes.some(isMalformed)) return { all: shapes.flat(), isComplete: false };
  const implemented = implementedParts(config, custom);
  const { entities, menus, reports } = config;
  const missing = BASE_TABLES.filter(
    (base) => !entities.some(({ table, derived }) => table === base && !derived),
  );
  const nameOf = ({ name }: { readonly name: string }) => name;
  const codeOf = ({ code }: { readonly code: string }) => code;
  const buttons = entities.flatMap((entity) => actionsOf(entity));
  const findings = [
    ...shapes.flat(),
    ...declarations.flatMap((placed) =>
      findingsIn(placed.place, {
        ...placed.problems(implemented),
        ...componentProblems(placed, implemented),
      }),
    ),
    ...findTwice('', entities.map(nameOf), 'entities', 'name'),
    ...findTwice('', buttons.map(codeOf), 'buttons', 'code'),
    ...findTwice('menu ', flatMenus(menus).map(codeOf), 'menus', 'code'),
    ...findTwice('report ', reports.map(nameOf), 'reports', 'name'),
    ...checkPaths(config),
    ...checkWire(config),
    ...checkCustom(entities, declarations, implemented),
  ];
  // Without a base table our own server does not start, so another one stores the records.
  const all =
    missing.length === 0
      ? findings
      : [
          ...missing.flatMap((base) => findingsIn(base, { base: true })),
          ...findings.filter((finding) => !isOurs(finding)),
        ];
  return { all, isComplete: true };
};

/**
 * Checks a configuration. The server does not start if there are errors.
 * @returns lines of text: file and line if `recordSources` was called, entity, field, text; `isComplete` is false if a
 * declaration of the wrong form left other checks out
 */
export const validateConfig = (config: Console, custom?: CheckedCode | null, stores?: true) => {
  const { errors, notices, isComplete } = findProblems(config, custom, stores);
  const lineOf = (finding: Finding, before = ''): string =>
    `${locationOf(config, finding)}${finding.place}: ${before}${sentenceOf(finding)}`;
  return {
    errors: errors.map((finding) => lineOf(finding)),
    notices: notices.map((finding) =>
      lineOf(finding, isOurs(finding) ? 'our own server refuses it: ' : ''),
    ),
    isComplete,
  };
};

/** @throws Error with a line for each error */
export const assertValid = (config: Console, custom?: CheckedCode): void => {
  const { errors } = validateConfig(config, custom, true);
  if (errors.length === 0) return;
  throw new Error(`The configuration has errors:\n${errors.map((each) => `  ${each}`).join('\n')}`);
};
