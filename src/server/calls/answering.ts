import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isBlank } from '../../config';
import type { Label } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { rule } from '../../fields';
import { isRecord } from '../../protocol';
import type { Contract, Says } from '../../protocol/contracts/contract';
import {
  type CallContext,
  type Caller,
  type CallValues,
  type EncodedAnswer,
  type Endpoint,
  type FileAnswer,
  invalidInput,
  type JsonSchema,
  type OpenEndpoint,
  ruleLabel,
  type SignedInEndpoint,
  serverLabel,
} from './endpoint';

/** Schema of a part of a request. */
interface PartSchema {
  readonly properties?: Readonly<Record<string, PartSchema>>;
  readonly items?: PartSchema;
  readonly required?: readonly string[];
  readonly says?: Says;
  readonly [keyword: string]: unknown;
}

/** Schemas along the path of a value, the innermost first. A path has names of members and positions in lists. */
const schemasAt = (schema: PartSchema, [name, ...rest]: readonly string[]): PartSchema[] => {
  const part = name === undefined ? undefined : (schema.properties?.[name] ?? schema.items);
  return part ? [...schemasAt(part, rest), schema] : [schema];
};

/** Returns the message about a violated keyword: that of the innermost schema with messages, or the general one. */
const violationLabel = (keyword: string, schemas: readonly PartSchema[]): Label => {
  const schema = schemas.find(({ says }) => says !== undefined) ?? schemas[0] ?? {};
  const { says, minimum, maximum } = schema;
  const name = typeof says === 'object' ? (says[keyword] ?? says.default) : says;
  const limits = {
    min: minimum ?? schema.minItems ?? schema.minLength ?? 1,
    max: maximum ?? schema.maxItems ?? schema.maxLength,
  };
  if (name) return serverLabel(name, limits);
  if (minimum !== undefined && maximum !== undefined) return serverLabel('page', limits);
  return serverLabel(keyword === 'required' ? 'needed' : 'unreadable');
};

/** Drops null and '', which stand for no value, from the optional members that the schema names. */
const withoutBlanks = (value: unknown, { properties = {}, required = [] }: PartSchema): unknown => {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const schema = ownValue(properties, name);
      if (!schema) return [[name, member]];
      const isAbsent = isBlank(member) && !required.includes(name);
      return isAbsent ? [] : [[name, withoutBlanks(member, schema)]];
    }),
  );
};

/** The innermost member at a path; a violation within a list counts for the list. */
const memberAt = (path: readonly string[]): string => {
  const position = path.findIndex((part) => /^\d+$/.test(part));
  return path.at(position > 0 ? position - 1 : -1) ?? '';
};

interface Violation {
  readonly keyword: string;
  /** JSON pointer such as `/how/waves/first`. */
  readonly instancePath: string;
  readonly params: object;
}

/** Members that a violation of their object names: missing ones, or ones that it does not have. */
interface Named {
  readonly requiredProperties?: readonly string[];
  readonly additionalProperties?: readonly string[];
}

const violationLabels = (
  schema: PartSchema,
  violations: readonly Violation[],
): Record<string, Label> => {
  const wrong: Record<string, Label> = {};
  for (const { instancePath, keyword, params } of violations) {
    const path = instancePath.split('/').slice(1);
    const { requiredProperties, additionalProperties } = params as Named;
    const names = requiredProperties ?? additionalProperties;
    // A member that the object does not have is reported by itself as well, as one that matches the schema `false`.
    const isUnknown = additionalProperties !== undefined || keyword === 'boolean';
    for (const each of names?.map((name) => [...path, name]) ?? [path]) {
      wrong[memberAt(each)] ??= isUnknown
        ? ruleLabel(rule('unknown'))
        : violationLabel(keyword, schemasAt(schema, each));
    }
  }
  return wrong;
};

/** Creates the check of an endpoint, unless it has nothing to check. The schema is compiled at the first request. */
const createCheck = (schema: PartSchema): Endpoint['check'] => {
  if (Object.keys(schema.properties ?? {}).length === 0) return undefined;
  const compile = () => Compile(schema as unknown as TSchema);
  let compiled: ReturnType<typeof compile> | undefined;
  return (input) => {
    const body = withoutBlanks(input, schema) as CallValues;
    compiled ??= compile();
    if (!compiled.Check(body)) throw invalidInput(violationLabels(schema, compiled.Errors(body)));
    return body;
  };
};

const describedSchema = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema, (name, value) => (name === 'says' ? undefined : value)));

interface Options {
  /**
   * Schema of further arguments, or of more precise ones, that the configuration declares. It is only described; the
   * rules of the declared fields check them.
   */
  readonly declared?: JsonSchema;
  /** Arguments that `work` checks itself, with errors or leniency that no schema expresses. */
  readonly checkedByWork?: readonly string[];
}

const mergedRequest = (request: object, declared: JsonSchema = {}): JsonSchema => {
  const own = describedSchema(request) as PartSchema;
  const { properties = {}, required = [] } = declared as PartSchema;
  return {
    ...own,
    ...declared,
    ...(own.properties && { properties: { ...own.properties, ...properties } }),
    ...((own.required || required.length > 0) && {
      required: [...new Set([...(own.required ?? []), ...required])],
    }),
  };
};

const withoutMembers = (schema: PartSchema, names: readonly string[]): PartSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name)),
  ),
  required: (schema.required ?? []).filter((name) => !names.includes(name)),
});

/** Context of a call whose body has been checked. */
export type CheckedContext<Request> = Omit<CallContext, 'body'> & {
  readonly body: Request & CallValues;
};

type Result<Answer> = Promise<Answer | EncodedAnswer | FileAnswer>;

type FromContract = 'path' | 'label' | 'request' | 'answer' | 'check' | 'work';

interface OpenCall<Request, Answer> extends Omit<OpenEndpoint, FromContract>, Options {
  readonly work: (context: CheckedContext<Request>) => Result<Answer>;
}

interface SignedInCall<Request, Answer> extends Omit<SignedInEndpoint, FromContract>, Options {
  readonly work: (context: CheckedContext<Request>, caller: Caller) => Result<Answer>;
}

const membersOf = <Request>(
  { path, label, request, answer }: Contract<string, Request>,
  { declared, checkedByWork = [] }: Options,
): Pick<Endpoint, Exclude<FromContract, 'work'>> => ({
  path,
  label,
  request: mergedRequest(request, declared),
  answer: describedSchema(answer),
  check: createCheck(withoutMembers(request as PartSchema, checkedByWork)),
});

/**
 * Makes a contract an endpoint for signed-in callers. Blank arguments are dropped and the others checked before `work`
 * runs. An answer that differs from the contract does not compile.
 */
export const answering = <Request, Answer>(
  contract: Contract<string, Request, Answer>,
  { declared, checkedByWork, ...call }: SignedInCall<NoInfer<Request>, NoInfer<Answer>>,
): SignedInEndpoint => ({
  ...(call as Omit<SignedInEndpoint, Exclude<FromContract, 'work'>>),
  ...membersOf(contract, { declared, checkedByWork }),
});

/** Makes a contract an endpoint that needs no session. */
export const answeringAll = <Request, Answer>(
  contract: Contract<string, Request, Answer>,
  { declared, checkedByWork, ...call }: OpenCall<NoInfer<Request>, NoInfer<Answer>>,
): OpenEndpoint => ({
  ...(call as Omit<OpenEndpoint, Exclude<FromContract, 'work'>>),
  ...membersOf(contract, { declared, checkedByWork }),
});
