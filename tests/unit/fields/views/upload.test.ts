import { describe, expect, it } from 'vitest';
import { uploadErrorText, uploadRefusal } from '../../../../src/fields/views/upload';

describe('a refused upload', () => {
  it.each([
    [
      Object.assign(new Error('Check these fields: file.'), { fields: { file: 'Too large' } }),
      'Too large',
    ],
    [Object.assign(new Error('No permission'), { fields: undefined }), 'No permission'],
    [Object.assign(new Error('Check'), { fields: { path: 'No spreadsheet' } }), 'No spreadsheet'],
    [Object.assign(new Error('Check'), { fields: { name: 'x' } }), 'Check'],
    [new Error('No connection'), 'No connection'],
    ['gone', 'gone'],
    [undefined, 'undefined'],
  ])('for %j shows “%s”', (error, message) => {
    expect(uploadRefusal(error)).toBe(message);
  });

  it('has the specified words', () => {
    expect(uploadErrorText('Too large')).toEqual(['Upload Fail! Too large', '上传失败！Too large']);
  });
});
