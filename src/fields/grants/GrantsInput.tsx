import { Alert, Box, Button, FormHelperText, Skeleton, Typography } from '@mui/material';
import { useId, useMemo } from 'react';
import { useText } from '../controls/useText';
import type { InputProps } from '../FieldView';
import { GrantsBox } from './GrantsBox';
import { countGiven, grantTree, NOTHING, rightsIn } from './grantTree';
import type { Grants } from './schema';
import { useGrantable } from './useGrantable';

/** The input of the form that names the superior role. */
const SUPERIOR = 'parent_id';

/** Chooses the menus a role sees and the buttons it may press, among those that its superior role has. */
export const GrantsInput = (props: InputProps<'grants'>) => {
  const { field, value: given, onChange, error, disabled, values, record, inputRef } = props;
  const text = useText();
  const helpId = useId();
  const label = text(field.label);
  const value = (given ?? NOTHING) as Grants;
  const superior = Number((values ?? record)?.[SUPERIOR] ?? 0) || undefined;
  const { data, isLoading, error: failure, refetch } = useGrantable(superior);
  const nodes = useMemo(() => grantTree(data ?? []), [data]);
  const rights = useMemo(() => rightsIn(nodes), [nodes]);
  const help = error ?? (field.help && text(field.help));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="subtitle2" component="h3" color={error ? 'error' : undefined}>
          {label}
        </Typography>
        {data && (
          <Typography variant="caption" color="textSecondary" aria-live="polite">
            {countGiven(value, rights)}/{rights.length}
          </Typography>
        )}
      </Box>
      {superior === undefined && (
        <Typography color="textSecondary">
          {text(['Choose the superior role first.', '请先选择上级角色。'])}
        </Typography>
      )}
      {isLoading && <Skeleton variant="rounded" height={160} />}
      {failure && (
        <Alert
          severity="error"
          action={<Button onClick={() => refetch()}>{text(['Try again', '重试'])}</Button>}
        >
          {failure.message}
        </Alert>
      )}
      {data && (
        <GrantsBox
          label={label}
          nodes={nodes}
          value={value}
          onChange={onChange}
          wrong={error !== undefined}
          disabled={disabled}
          describedBy={help ? helpId : undefined}
          inputRef={inputRef}
        />
      )}
      {help && (
        <FormHelperText id={helpId} error={error !== undefined}>
          {help}
        </FormHelperText>
      )}
    </Box>
  );
};
