import { Alert, Box, Skeleton, Typography } from '@mui/material';
import { isNothing, Nothing } from '../controls/Nothing';
import { useText } from '../controls/useText';
import type { CellProps } from '../FieldView';
import { ShownMenus } from './ShownMenus';
import type { Grants } from './schema';
import { roleLines, shownTree } from './shownTree';
import { useShownRole } from './useGrantable';

interface Props {
  readonly id: number;
  readonly label: string;
  readonly grants: Grants;
}

/** The sidebar as a role sees it, the buttons it may press there, and the roles below it. */
const RoleView = ({ id, label, grants }: Props) => {
  const text = useText();
  const { data, error } = useShownRole(id, grants);
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!data) return <Skeleton variant="rounded" height={120} />;
  const below = roleLines(data.below);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      {data.everything && (
        <Alert severity="info">
          {text([
            'Sees and may do everything, whatever is added later.',
            '始终拥有全部权限，包括以后新增的权限。',
          ])}
        </Alert>
      )}
      {data.menus.length > 0 ? (
        <ShownMenus lines={shownTree(data.menus)} label={label} />
      ) : (
        <Typography color="textSecondary">{text(['Nothing yet', '暂无权限'])}</Typography>
      )}
      <section>
        <Typography variant="subtitle2" component="h4" color="textSecondary">
          {text(['Roles below', '下级角色'])}
        </Typography>
        {below.length === 0 && <Nothing />}
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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

/** What a role was given: in a detail all of it by name, elsewhere how much. */
export const GrantsCell = ({ field, value, record, full }: CellProps<'grants'>) => {
  const text = useText();
  if (isNothing(value)) return <Nothing />;
  const grants = value as Grants;
  if (full) return <RoleView id={Number(record.id)} label={text(field.label)} grants={grants} />;
  const [menus, buttons] = [grants.menus.length, grants.buttons.length];
  return text([`${menus} menus, ${buttons} buttons`, `${menus} 个菜单，${buttons} 个按钮`]);
};
