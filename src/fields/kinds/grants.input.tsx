import SearchIcon from '@mui/icons-material/Search';
import {
  Alert,
  Box,
  Button,
  FormHelperText,
  InputAdornment,
  Skeleton,
  TextField,
  Typography,
} from '@mui/material';
import { type ComponentProps, useContext, useId, useMemo, useState } from 'react';
import { EntitiesContext } from '../views/contexts';
import { useText } from '../views/reader';
import type { InputProps } from '../views/registry';
import { useGrantable } from './grants.calls';
import {
  addGrants,
  countGranted,
  excessGrants,
  type GrantableMenu,
  grantTree,
  missingMaps,
  NO_GRANTS,
  removeGrants,
  rightsOf,
  searchGrants,
  subtractGrants,
} from './grants.rights';
import type { Grants } from './grants.schema';
import { GrantTree } from './grants.tree';
import { noMatchText } from './ref.view';

/** Form field with the superior role. */
const SUPERIOR = 'parent_id';

/** Input for the menus and buttons of a role, limited to those of its superior role. */
export const GrantsInput = (props: InputProps<'grants'>) => {
  const { field, value: storedGrants, onChange, error, disabled, values, record, inputRef } = props;
  const text = useText();
  const helpId = useId();
  const label = text(field.label);
  const value = (storedGrants ?? NO_GRANTS) as Grants;
  const superior = Number((values ?? record)?.[SUPERIOR] ?? 0) || undefined;
  const { data, isLoading, error: failure, refetch } = useGrantable(superior);
  const nodes = useMemo(() => grantTree(data ?? []), [data]);
  const rights = useMemo(() => rightsOf(nodes), [nodes]);
  const help = error ?? (field.help && text(field.help));
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="subtitle2" component="h3" color={error ? 'error' : undefined}>
          {label}
        </Typography>
        {data && (
          <Typography variant="caption" color="textSecondary" aria-live="polite">
            {countGranted(value, rights)}/{rights.length}
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
      {data && <MapOffer menus={data} value={value} onChange={onChange} />}
      {help && (
        <FormHelperText id={helpId} error={error !== undefined}>
          {help}
        </FormHelperText>
      )}
    </Box>
  );
};

interface MapOfferProps extends Pick<ComponentProps<typeof GrantTree>, 'value' | 'onChange'> {
  readonly menus: readonly GrantableMenu[];
}

/** Offers the maps to a role that sends commands to locks it cannot see there. */
const MapOffer = ({ menus, value, onChange }: MapOfferProps) => {
  const text = useText();
  const entities = useContext(EntitiesContext);
  const isCommand = (code: string) =>
    entities.some(({ name, commands }) =>
      Object.keys(commands).some((command) => code === `${name}:${command}`),
    );
  const maps = missingMaps(menus, value, isCommand);
  if (!maps) return null;
  const add = () => onChange({ ...value, menus: [...value.menus, ...maps.menus] });
  return (
    <Alert
      severity="info"
      sx={{ mt: 1 }}
      action={
        <Button color="inherit" size="small" onClick={add}>
          {text(['Add the map', '添加地图'])}
        </Button>
      }
    >
      {text([
        'This role sends commands, but sees the locks on no map.',
        '该角色可下发指令，但无法在地图上查看设备。',
      ])}
    </Alert>
  );
};

type TreeProps = ComponentProps<typeof GrantTree>;

interface Props extends Omit<TreeProps, 'all' | 'unfolded'> {
  readonly wrong: boolean;
}

/** Tree of the grantable rights with a search, and a warning about grants beyond them. */
const GrantsBox = ({ wrong, ...tree }: Props) => {
  const { nodes, value, onChange, disabled } = tree;
  const text = useText();
  const [query, setQuery] = useState('');
  const all = rightsOf(nodes);
  const matches = searchGrants(nodes, query);
  const excess = excessGrants(value, all);
  const count = excess.menus.length + excess.buttons.length;
  return (
    <>
      <Box sx={{ border: 1, borderColor: wrong ? 'error.main' : 'divider', borderRadius: 1 }}>
        <GrantsToolbar
          query={query}
          onType={setQuery}
          all={all}
          value={value}
          onChange={onChange}
          disabled={disabled}
        />
        {matches.length > 0 ? (
          <GrantTree {...tree} nodes={matches} all={all} unfolded={query.trim() !== ''} />
        ) : (
          <Typography color="textSecondary" sx={{ p: 2 }}>
            {all.length > 0
              ? text(noMatchText)
              : text(['This role has no permissions to grant.', '该角色没有可授予的权限。'])}
          </Typography>
        )}
      </Box>
      {count > 0 && (
        <Alert
          severity="warning"
          sx={{ mt: 1 }}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => onChange(subtractGrants(value, excess))}
            >
              {text(['Remove', '移除'])}
            </Button>
          }
        >
          {text([
            `The superior role does not have ${count} of the selected permissions.`,
            `已选权限中有 ${count} 项是上级角色没有的。`,
          ])}
        </Alert>
      )}
    </>
  );
};

interface GrantsToolbarProps extends Pick<TreeProps, 'all' | 'value' | 'onChange' | 'disabled'> {
  readonly query: string;
  readonly onType: (query: string) => void;
}

/** Search of the tree, and buttons that grant or revoke everything. */
const GrantsToolbar = ({ query, onType, all, value, onChange, disabled }: GrantsToolbarProps) => {
  const text = useText();
  const search = text(['Search menus and buttons', '搜索菜单和按钮']);
  const sees = all.filter(({ kind }) => kind === 'menus');
  const { buttons } = excessGrants(value, all);
  const quick = [
    { label: text(['All', '全选']), work: () => addGrants(value, all) },
    { label: text(['View only', '仅查看']), work: () => ({ ...addGrants(value, sees), buttons }) },
    { label: text(['None', '全不选']), work: () => removeGrants(value, all, all) },
  ];
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.5,
        p: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <TextField
        margin="none"
        type="search"
        value={query}
        onChange={(event) => onType(event.target.value)}
        // Enter would submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        sx={{ flex: '1 1 200px', mr: 0.5 }}
        slotProps={{
          htmlInput: { 'aria-label': search },
          input: {
            placeholder: search,
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon fontSize="small" />
              </InputAdornment>
            ),
          },
        }}
      />
      <Box sx={{ flex: 'none' }}>
        {quick.map(({ label, work }) => (
          <Button key={label} size="small" disabled={disabled} onClick={() => onChange(work())}>
            {label}
          </Button>
        ))}
      </Box>
    </Box>
  );
};
