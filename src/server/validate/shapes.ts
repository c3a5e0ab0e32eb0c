import { Settings } from 'typebox/system';
import { Value } from 'typebox/value';
import type { Finding } from './finding';
import type { Placed } from './location';

/** Types of JSON Schema in words. */
const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  number: 'a number',
  integer: 'a whole number',
  'array,object': 'a list of values or { above }',
};

/** Violations after which other checks cannot read the declaration. */
const MALFORMED = ['type', 'required', 'enum'];

type Violation = ReturnType<typeof Value.Errors>[number];

const wording = (violation: Violation, value: unknown): string => {
  const { keyword, params } = violation;
  const valueText = typeof value === 'number' ? value : JSON.stringify(value);
  if (keyword === 'type') {
    return `must be ${TYPES[String(params.type)] ?? params.type}, not ${valueText}`;
  }
  if (keyword === 'minimum') return `must be at least ${params.limit}, not ${valueText}`;
  if (keyword === 'maximum') return `must be at most ${params.limit}, not ${valueText}`;
  if (keyword === 'enum')
    return `must be one of ${params.allowedValues.join(', ')}, not ${valueText}`;
  if (keyword === 'required') return `has no ${params.requiredProperties.join(' and no ')}`;
  return violation.message;
};

/** TypeBox stops after so many errors of a declaration. */
const MAX_ERRORS = Settings.Get().maxErrors;

/** Checks a declaration by its schema. */
export const checkDeclaration = ({ place, declaration, schema }: Placed): Finding[] => {
  const violations = Value.Errors(schema(), declaration);
  return violations.map((violation) => {
    const path = violation.instancePath.split('/').slice(1);
    const value = path.reduce((part, step) => Object(part)[step], declaration);
    const option = path
      .filter((step) => !/^\d+$/.test(step))
      .join('.')
      .replace(/^of$/, 'choices');
    const isMalformed = MALFORMED.includes(violation.keyword) || violations.length === MAX_ERRORS;
    return {
      place,
      text:
        option === '' && violation.keyword === 'type'
          ? 'is no declaration'
          : `${option} ${wording(violation, value)}`.trim(),
      ...(isMalformed && { stops: true }),
    };
  });
};
