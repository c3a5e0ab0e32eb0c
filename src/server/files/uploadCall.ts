import { CALL } from '../../protocol';
import { invalid, type SignedInCall, text } from '../calls';
import { fileType, purposeOf } from './fileType';
import type { Files } from './openFiles';

/** Takes a file in and answers where it is to be found. */
export const uploadCall = (files: Files): SignedInCall => ({
  path: CALL.FILE_UPLOAD,
  label: ['Upload', '上传文件'],
  code: 'upload',
  kind: 'upload',
  access: 'granted',
  changes: true,
  receivesFile: true,
  request: {
    type: 'object',
    properties: {
      purpose: { type: 'string', description: 'import, image, logo, firmware, file' },
      file: { type: 'string', format: 'binary' },
    },
    required: ['file'],
  },
  answer: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'Under imageServerUrl' },
      name: { type: 'string' },
      size: { type: 'integer' },
    },
  },
  work: async ({ body, file }) => {
    if (!file) throw invalid({ file: text('noFile') });
    const { extensions: allowed, bytes } = purposeOf(body.purpose);
    if (file.truncated || file.size > bytes) {
      throw invalid({ file: text('fileTooLarge', { max: bytes / 2 ** 20 }) });
    }
    const extension = await fileType(file.path, file.name);
    if (extension === undefined || !allowed.includes(extension)) {
      throw invalid({ file: text('fileType', { types: allowed.join(', ') }) });
    }
    const keep = body.purpose === 'import' ? files.keepForImport : files.keep;
    return { path: await keep(file.path, extension), name: file.name, size: file.size };
  },
});
