import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../../../src/console/data/call';

describe('fileNameOf', () => {
  it.each([
    ['attachment; filename=devices.xlsx', 'devices.xlsx'],
    ['attachment; filename="my devices.xlsx"', 'my devices.xlsx'],
    ['attachment;filename=%E8%AE%BE%E5%A4%87.xlsx', '设备.xlsx'],
    ["attachment; filename*=UTF-8''%E8%AE%BE%E5%A4%87.xlsx", '设备.xlsx'],
    ['attachment; filename="a.xlsx"; filename*=UTF-8\'\'%E8%AE%BE.xlsx', '设.xlsx'],
    ['attachment; filename="100%.xlsx"', '100%.xlsx'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\x\\a.xlsx"', 'a.xlsx'],
    ['inline', undefined],
    ['', undefined],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
