import PrintIcon from '@mui/icons-material/PrintOutlined';
import type { MouseEvent } from 'react';
import { useTranslate } from 'react-admin';
import { loadable } from '../../../fields/views/loadable';
import { ToolButton } from '../../look/ToolButton';

/** Head of a printed record, which the first detail loads. */
export const PrintHead = loadable(() => import('./PrintHead'), 'PrintHead');

/** Prints the detail. Its pictures are loaded before. */
export const PrintButton = () => {
  const print = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const images = currentTarget.closest('[role="dialog"]')?.querySelectorAll('img') ?? [];
    await Promise.allSettled(
      [...images].map((image) => {
        image.loading = 'eager';
        return image.decode();
      }),
    );
    window.print();
  };
  return (
    <ToolButton
      label={useTranslate()('entity.detail.print')}
      icon={PrintIcon}
      onClick={(event) => void print(event)}
    />
  );
};
