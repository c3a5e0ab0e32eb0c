import { sql } from 'kysely';
import type { Migration } from '../migrate';

/** Words of system parameters as they were planted, and as they are now. */
const REWORDED = [
  ['shift_hours', 'When shifts begin / 班次开始时间', 'Start times of shifts / 班次开始时间'],
  [
    'fence_max_points',
    'Points of a fence, at most / 围栏点数上限',
    'Maximum points of a geofence / 围栏点数上限',
  ],
  [
    'command_typed_from',
    'Locks from which on a dangerous command is confirmed by typing / 危险指令需输入确认的设备数下限',
    'Number of locks from which a dangerous command needs a typed confirmation / 危险指令需输入确认的设备数下限',
  ],
  [
    'command_second_person',
    'A dangerous command takes, 1: a second person, 2: a code by mail or SMS / 危险指令还须，1：第二人复核，2：邮件或短信验证码',
    'Extra check for dangerous commands. 1: a second person. 2: a code by mail or SMS / 危险指令的额外验证。1：第二人复核，2：邮件或短信验证码',
  ],
  [
    'record_keep_days',
    'Days records are kept / 记录保留天数',
    'Days to keep records / 记录保留天数',
  ],
  [
    'upload_quota_mb',
    'Megabytes of files of an organisation, at most / 每个机构的文件容量上限（MB）',
    'Maximum megabytes of files per organisation / 每个机构的文件容量上限（MB）',
  ],
  [
    'track_max_minutes',
    'Minutes of a track, at most / 轨迹查询的分钟数上限',
    'Maximum minutes of a track / 轨迹查询的分钟数上限',
  ],
] as const;

/** Rewords the remarks of system parameters that no administrator has changed. */
export const paramRemarks: Migration = {
  name: '0063_param_remarks',
  up: async (transaction) => {
    for (const [name, before, now] of REWORDED) {
      await sql`update "systemParams" set remark = ${now}
        where param_name = ${name} and remark = ${before}`.execute(transaction);
    }
  },
};
