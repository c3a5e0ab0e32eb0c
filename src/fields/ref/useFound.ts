import { useState } from 'react';
import type { Field } from '../../config';
import type { Found } from './RefBox';
import { useRefOptions } from './useRefOptions';
import { useTreeOptions } from './useTreeOptions';

interface Searching {
  readonly found: Found;
  readonly onType: (text: string) => void;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The search behind a reference's box; nothing is asked before it is opened. */
export const useFound = (field: Field<'ref' | 'refTree' | 'refs'>, without?: number): Searching => {
  const [typed, onType] = useState('');
  const [open, onOpen] = useState(false);
  const search = { target: field.of, typed, without };
  const isTree = field.kind === 'refTree';
  const tree = useTreeOptions({ ...search, wanted: open && isTree });
  const asTree = isTree && !tree.flat;
  const list = useRefOptions({ ...search, wanted: open && !asTree });
  return { found: asTree ? tree : list, onType, open, onOpen };
};
