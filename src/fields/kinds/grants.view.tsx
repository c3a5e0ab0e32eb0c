import { Alert, Box, Chip, Skeleton, Typography } from '@mui/material';
import { EmptyCell } from '../views/cells';
import { useText } from '../views/reader';
import type { CellProps, FieldView } from '../views/registry';
import { type EffectiveRole, useEffectiveRole, type VisibleMenu } from './grants.calls';
import { GrantsInput } from './grants.input';
import type { Grants } from './grants.schema';

/** Sidebar of a role, the buttons that it may press, and its subordinate roles. */
const RoleView = ({ id, label, grants }: { id: number; label: string; grants: Grants }) => {
  const text = useText();
  const { data, error } = useEffectiveRole(id, grants);
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const below = subordinateRoles(data.below);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {data.everything && (
        <Alert severity="info">
          {text([
            'All permissions, including those added later.',
            '始终拥有全部权限，包括以后新增的权限。',
          ])}
        </Alert>
      )}
      {data.menus.length > 0 ? (
        <Box component="ul" aria-label={label} sx={list}>
          {visibleMenuTree(data.menus).map((line) => (
            <Line key={line.menu.id} line={line} top />
          ))}
        </Box>
      ) : (
        <Typography color="textSecondary">{text(['No permissions yet', '暂无权限'])}</Typography>
      )}
      <section>
        <Typography variant="subtitle2" component="h4" color="textSecondary">
          {text(['Roles below', '下级角色'])}
        </Typography>
        {below.length === 0 && <EmptyCell />}
        <Box component="ul" sx={list}>
          {below.map((role) => (
            <Box component="li" key={role.id} sx={{ pl: role.depth * 2 }}>
              {role.name}
            </Box>
          ))}
        </Box>
      </section>
    </Box>
  );
};

/** Grants of a role: all by name in a detail, their number elsewhere. */
const GrantsCell = ({ field, value, record, full }: CellProps<'grants'>) => {
  const text = useText();
  const grants = value as Grants;
  if (full) return <RoleView id={Number(record.id)} label={text(field.label)} grants={grants} />;
  const [menus, buttons] = [grants.menus.length, grants.buttons.length];
  const noun = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  return text([
    `${noun(menus, 'menu')}, ${noun(buttons, 'button')}`,
    `${menus} 个菜单，${buttons} 个按钮`,
  ]);
};

const list = { listStyle: 'none', m: 0, p: 0 } as const;

const Line = ({ line: { menu, children }, top }: { line: VisibleMenuLine; top: boolean }) => {
  const text = useText();
  const buttons = menu.buttons ?? [];
  return (
    <Box component="li" sx={{ py: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        <Box component="span" sx={{ fontWeight: top ? 600 : 400, mr: 0.5 }}>
          {menu.menu_name ?? menu.menu_code}
        </Box>
        {menu.hidden === 'true' && (
          <Typography variant="caption" color="textSecondary">
            {text(['not in the sidebar', '不在侧边栏显示'])}
          </Typography>
        )}
        {buttons.map(({ btnCode, btnName }) => (
          <Chip key={btnCode} label={btnName} size="small" variant="outlined" />
        ))}
      </Box>
      {children.length > 0 && (
        <Box component="ul" sx={{ ...list, pl: 2, ml: 0.5, borderLeft: 1, borderColor: 'divider' }}>
          {children.map((line) => (
            <Line key={line.menu.id} line={line} top={false} />
          ))}
        </Box>
      )}
    </Box>
  );
};

interface VisibleMenuLine {
  readonly menu: VisibleMenu;
  readonly children: readonly VisibleMenuLine[];
}

/** Builds the sidebar of a role. */
export const visibleMenuTree = (menus: readonly VisibleMenu[]): VisibleMenuLine[] => {
  const ids = new Set(menus.map(({ id }) => id));
  const lineOf = (menu: VisibleMenu): VisibleMenuLine => ({
    menu,
    children: menus.filter(({ sid }) => sid === menu.id).map(lineOf),
  });
  return menus.filter(({ sid }) => !ids.has(sid)).map(lineOf);
};

type RoleLine = { readonly id: number; readonly name: string; readonly depth: number };

/** Returns the subordinate roles in tree order. The depth of a direct one is 0. */
export const subordinateRoles = (below: EffectiveRole['below']): RoleLine[] => {
  const ids = new Set(below.map(({ id }) => id));
  const under = (parent: number, depth: number): RoleLine[] =>
    below
      .filter(({ parent_id }) => parent_id === parent)
      .flatMap(({ id, roleName }) => [{ id, name: roleName, depth }, ...under(id, depth + 1)]);
  // A role in between may belong to another organisation, and is then missing.
  const roots = new Set(below.map(({ parent_id }) => parent_id).filter((id) => !ids.has(id)));
  return [...roots].flatMap((root) => under(root, 0));
};

export const view: FieldView<'grants'> = {
  sortable: false,
  wide: true,
  graphical: true,
  Cell: GrantsCell,
  Input: GrantsInput,
};
