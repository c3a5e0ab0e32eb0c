import { Type } from 'typebox';
import { CALL } from '../calls';
import { contract } from './contract';
import { Binary } from './schemas';

/** The request is multipart/form-data. */
export const fileUpload = contract(CALL.FILE_UPLOAD, ['Upload', '上传文件'], {
  request: Type.Object({
    purpose: Type.Optional(Type.String()),
    file: Binary,
  }),
  answer: Type.Object({
    path: Type.String({ description: 'Under imageServerUrl' }),
    name: Type.String(),
    size: Type.Integer(),
  }),
});
