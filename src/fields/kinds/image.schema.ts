import { type KindDescription, purpose } from '../description';

declare module '../../config/field' {
  interface FieldKinds<O> {
    image: { options: { purpose?: string }; value: string };
  }
}

/** Uploaded image. The record holds its path. */
export { schema } from './file.schema';

export const description: KindDescription<'image'> = {
  label: ['Picture', '图片'],
  text: ['An uploaded picture, shown small in lists.', '上传的图片，列表中显示缩略图。'],
  example: "const photo = f.image(['Photo', '照片']);",
  options: {
    purpose,
  },
};
