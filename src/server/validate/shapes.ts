import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import type { Placed } from './declarations';
import type { Finding } from './finding';

/** Types of JSON Schema in words. */
const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  number: 'a number',
  integer: 'a whole number',
  'array,object': 'a list of values or { above }',
};

/** Errors after which other checks cannot read the declaration. */
const MALFORMED = ['declaration', 'type', 'required', 'enum'];

/** True if the findings of a declaration leave others out. TypeBox stops after so many errors. */
export const isMalformed = (findings: readonly Finding[]): boolean =>
  findings.length >= Settings.Get().maxErrors ||
  findings.some(({ code }) => MALFORMED.includes(code));

/** Checks a declaration by its schema. */
export const checkShape = ({ place, declaration, schema }: Placed): Finding[] =>
  Value.Errors(schema(), declaration).flatMap((violation): Finding[] => {
    const path = violation.instancePath.split('/').slice(1);
    const value = path.reduce((part, step) => Object(part)[step], declaration);
    const option = path
      .filter((step) => !/^\d+$/.test(step))
      .join('.')
      .replace(/^of$/, 'choices');
    // A rule of the language: its message has its findings.
    if (violation.keyword === '~refine') {
      const problems: readonly Finding[] = JSON.parse(violation.message);
      return problems.map((problem) => ({ ...problem, place, option }));
    }
    const { type, limit, allowedValues, requiredProperties } = Object(violation.params);
    const expected =
      limit ??
      allowedValues?.join(', ') ??
      requiredProperties?.join(' and no ') ??
      TYPES[`${type}`];
    const code = option === '' && type ? 'declaration' : (violation.keyword as Finding['code']);
    const valueText = typeof value === 'number' ? value : JSON.stringify(value);
    return [{ place, option, code, values: [`${expected ?? type}`, `${valueText}`] }];
  });
