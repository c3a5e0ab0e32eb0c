import { Type } from 'typebox';
import type { Label } from '../../domain/label';
import { MAX_TIMELINE_PAGE, TIMELINE_PAGE } from '../../domain/timeline';
import { actionPath } from '../calls';
import { type AnswerOf, contract, says } from './contract';
import { Id, OrFile, Row, Texts, Whole } from './schemas';

const ActionResult = Type.Object({
  done: Type.Integer({ description: 'Number of records' }),
  failed: Type.Optional(
    Type.Array(
      Type.Object({
        id: Id,
        why: Type.String(),
        fields: Type.Optional(
          Type.Record(Type.String(), Type.String(), {
            description: 'The reasons by argument, if arguments are the reason',
          }),
        ),
      }),
    ),
  ),
  message: Type.Optional(Type.String({ description: 'For the user' })),
  secrets: Type.Optional(
    Type.Array(
      Type.Object({
        title: Type.String(),
        lines: Type.Array(Type.Object({ label: Type.String(), text: Type.String() })),
        code: Type.Optional(Type.String({ description: 'All lines in one text, for a QR code' })),
      }),
      { description: 'Shown once and stored nowhere, not even in the operation log' },
    ),
  ),
});

/** Action of an entity. The configuration declares its arguments and the name of the ids. */
export const actionContract = (
  entity: string,
  code: string,
  { label, answersFile = false }: { readonly label: Label; readonly answersFile?: boolean },
) =>
  contract(actionPath(entity, code), label, {
    request: Row(),
    answer: answersFile ? OrFile(ActionResult) : ActionResult,
  });

/** Dry run of `add`, with the same body. Texts are in the user's language. */
export const previewContract = (entity: string, label: Label) =>
  contract(actionPath(entity, 'preview'), label, {
    request: Row(),
    answer: Type.Object({
      total: Type.Integer(),
      samples: Texts({ description: 'Names of some records that would be created' }),
      problems: Texts({ description: 'Prevent it: cards that exist, a number over the limit' }),
    }),
  });

export const Growing = Type.Boolean({
  description: 'Whether records of the past are still being made',
});

/** Counts the rows of a list, which has the filters of the configuration. */
export const countContract = (entity: string, label: Label) =>
  contract(actionPath(entity, 'count'), label, {
    request: Type.Object({
      by: Type.String(says('noCount')),
      split: Type.Optional(Type.String(says('noCount'))),
      zone: Type.Optional(
        Type.String({
          description: 'On whose clocks days begin, for counting a time by day: Asia/Shanghai',
          ...says('zone'),
        }),
      ),
    }),
    answer: Type.Object({
      groups: Type.Array(
        Type.Object({
          value: Type.Unknown({ description: 'Of a day its start, ms since 1970' }),
          split: Type.Optional(Type.Unknown()),
          count: Type.Integer(),
        }),
      ),
      growing: Type.Optional(Growing),
    }),
  });

const OneOf = (values: readonly string[]) => Type.Unsafe<string>({ enum: values });

/** Maximum entries with equal time at a page's end. */
const MAX_SEEN = 500;

/** Pages of a record's timeline. The configuration declares the name of its id. @param kinds codes of its sources */
export const timelineContract = (entity: string, label: Label, kinds: readonly string[]) =>
  contract(actionPath(entity, 'timeline'), label, {
    request: Type.Object({
      kinds: Type.Optional(Texts({ description: 'Only these' })),
      size: Type.Optional(Whole(1, MAX_TIMELINE_PAGE, { default: TIMELINE_PAGE })),
      before: Type.Optional(
        Type.Integer({ description: 'ms since 1970, as `next` of the page before' }),
      ),
      seen: Type.Optional(Texts({ maxItems: MAX_SEEN })),
    }),
    answer: Type.Object({
      list: Type.Array(
        Type.Object({
          kind: OneOf(kinds),
          entity: Type.String(),
          id: Id,
          time: Type.Integer({ description: 'ms since 1970' }),
          record: Row({ description: 'The fields that tell of it' }),
        }),
      ),
      next: Type.Union([Type.Object({ before: Type.Integer(), seen: Texts() }), Type.Null()]),
      kinds: Type.Array(OneOf(kinds), { description: 'Those you may read' }),
    }),
  });

const Zone = Type.Optional(
  Type.String({
    description:
      'Your time zone, as in Asia/Shanghai: the times of the spreadsheet are in it, unless the header of their column ' +
      'names another. By default the time zone of the server',
  }),
);

export const exportContract = (path: string, label: Label) =>
  contract(path, label, {
    request: Type.Object({
      columns: Type.Optional(Texts()),
      zone: Zone,
      job: Type.Optional(
        Type.Boolean({
          description: 'Answers `{ job }`, the id of an exportJob that writes the file',
        }),
      ),
      to: Type.Optional(
        Type.Array(Id, {
          minItems: 1,
          maxItems: 20,
          description: 'Mails the file to these operators, each with the rows that they may read',
        }),
      ),
      weekly: Type.Optional(
        Type.Boolean({ description: 'With `to`: every Monday at 8:00 of `zone`, not now' }),
      ),
    }),
    answer: OrFile(
      Type.Object({
        job: Type.Optional(Id),
        sent: Type.Optional(Type.Integer({ description: 'Operators that get the file' })),
      }),
    ),
  });

export const importContract = (path: string, label: Label) =>
  contract(path, label, {
    request: Type.Object({
      template: Type.Optional(Type.Literal(true, { description: 'Answers the empty spreadsheet' })),
      path: Type.Optional(Type.String({ description: 'As the upload answered it' })),
      dryRun: Type.Optional(Type.Boolean({ description: 'Checks everything and adds nothing' })),
      zone: Zone,
    }),
    answer: OrFile(
      Type.Object({
        total: Type.Integer(),
        added: Type.Integer(),
        errors: Type.Array(
          Type.Object({
            row: Type.Integer({ description: 'Of the spreadsheet; the header is row 1' }),
            fields: Type.Record(Type.String(), Type.String()),
          }),
        ),
        ignored: Type.Optional(Texts({ description: 'Columns that an import cannot take' })),
      }),
    ),
  });

/** Result of an action per record, unless its response is a file. */
export type ActionAnswer = AnswerOf<ReturnType<typeof actionContract>>;
/** Record for which an action failed, with the reason in the user's language. */
export type ActionRefusal = NonNullable<ActionAnswer['failed']>[number];
/** Secret of one record, shown once: a new password and what belongs to it. */
export type OneTimeSecret = NonNullable<ActionAnswer['secrets']>[number];
export type PreviewAnswer = AnswerOf<ReturnType<typeof previewContract>>;
export type CountResult = AnswerOf<ReturnType<typeof countContract>>;
export type CountGroup = CountResult['groups'][number];
export type ImportAnswer = AnswerOf<ReturnType<typeof importContract>>;
