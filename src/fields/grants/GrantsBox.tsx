import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useText } from '../controls/useText';
import { GrantsToolbar } from './GrantsToolbar';
import { GrantTree } from './GrantTree';
import { beyond, type GrantNode, minus, rightsIn, searchGrants } from './grantTree';
import type { Grants } from './schema';

interface Props {
  readonly label: string;
  /** What may be given. */
  readonly nodes: readonly GrantNode[];
  readonly value: Grants;
  readonly onChange: (value: Grants) => void;
  readonly wrong: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string;
  readonly inputRef?: (element: { focus(): void } | null) => void;
}

/** The tree of what may be given under its search, and a warning of what is given beyond it. */
export const GrantsBox = (props: Props) => {
  const { label, nodes, value, onChange, wrong, disabled, describedBy, inputRef } = props;
  const text = useText();
  const [typed, setTyped] = useState('');
  const all = rightsIn(nodes);
  const found = searchGrants(nodes, typed);
  const lost = beyond(value, all);
  const count = lost.menus.length + lost.buttons.length;
  return (
    <>
      <Box sx={{ border: 1, borderColor: wrong ? 'error.main' : 'divider', borderRadius: 1 }}>
        <GrantsToolbar
          typed={typed}
          onType={setTyped}
          all={all}
          value={value}
          onChange={onChange}
          disabled={disabled}
        />
        {found.length > 0 ? (
          <GrantTree
            label={label}
            nodes={found}
            all={all}
            value={value}
            onChange={onChange}
            unfolded={typed.trim() !== ''}
            disabled={disabled}
            describedBy={describedBy}
            inputRef={inputRef}
          />
        ) : (
          <Typography color="textSecondary" sx={{ p: 2 }}>
            {all.length > 0
              ? text(['Nothing matches', '没有匹配项'])
              : text(['This role has nothing to give.', '该角色没有可授予的权限。'])}
          </Typography>
        )}
      </Box>
      {count > 0 && (
        <Alert
          severity="warning"
          sx={{ mt: 1 }}
          action={
            <Button color="inherit" size="small" onClick={() => onChange(minus(value, lost))}>
              {text(['Take away', '移除'])}
            </Button>
          }
        >
          {text([
            `The superior role does not have ${count} of what is chosen.`,
            `已选权限中有 ${count} 项是上级角色没有的。`,
          ])}
        </Alert>
      )}
    </>
  );
};
