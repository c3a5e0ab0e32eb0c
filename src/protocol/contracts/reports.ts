import { Type } from 'typebox';
import { CALL } from '../calls';
import { type AnswerOf, contract, type RequestOf, says } from './contract';
import { Binary, LAST_PAGE, Moment, Row, Whole } from './schemas';

/** Rows of a page by default, and at most. */
export const REPORT_ROWS = 50;
const MAX_PAGE_ROWS = 1_000;

/** Maximum organisations or locks that a report is limited to. */
const MAX_SELECTED = 500;
const selected = { maxItems: MAX_SELECTED, ...says('page') };
const Ids = Type.Array(Type.Integer(says('notIds')), selected);

const ReportQuestion = Type.Object({
  report: Type.String(),
  from: Moment('ms since 1970, inclusive'),
  to: Moment('ms since 1970, inclusive'),
  group: Type.Optional(
    Type.String({
      description: 'day, week, month, sn, org_id or a column of the report; nothing for its rows',
      ...says('noCount'),
    }),
  ),
  time: Type.Optional(
    Type.String({
      description: 'Date of the records, by a field of theirs; that of the report by default',
      ...says('noCount'),
    }),
  ),
  zone: Type.Optional(
    Type.String({
      description: 'On whose clocks days begin: Asia/Shanghai; UTC by default',
      ...says('zone'),
    }),
  ),
  orgs: Type.Optional(Ids),
  devices: Type.Optional(Ids),
  sns: Type.Optional(Type.Array(Type.String(says('notSns')), selected)),
  pageNum: Type.Optional(Whole(1, LAST_PAGE, { default: 1 })),
  pageSize: Type.Optional(Whole(1, MAX_PAGE_ROWS, { default: REPORT_ROWS })),
});

export const reportRun = contract(CALL.REPORT_RUN, ['Reports', '报表'], {
  request: ReportQuestion,
  answer: Type.Object({
    list: Type.Array(Row()),
    total: Type.Integer(),
    sums: Row({ description: 'Totals of all rows, by measure' }),
  }),
});

export const reportExport = contract(CALL.REPORT_EXPORT, ['Report files', '导出报表'], {
  request: ReportQuestion,
  answer: Binary,
});

export type ReportQuestion = RequestOf<typeof reportRun>;
export type ReportPage = AnswerOf<typeof reportRun>;
