import { CustomRoutes } from 'ra-core';
import { Route } from 'react-router-dom';
import type { Console } from '../../../config';
import type { Access } from '../../data';
import { EntityResource } from './EntityResource';
import { DeniedRoute, NotFoundRoute } from './errorRoutes';
import { Home } from './Home';
import { LeaveForLogin } from './LeaveForLogin';
import { MenuResource } from './MenuResource';
import { menuTree } from './menuTree';
import {
  InitialPassword,
  PASSWORD_PATH,
  PasswordRoute,
  PROFILE_PATH,
  ProfileRoute,
} from './profileRoutes';
import { Redirect } from './Redirect';

/**
 * Makes the function of every route there is for an operator. react-admin calls it with what getAuth granted, null for
 * nobody; it must answer at once and stay the same function.
 */
export const consoleRoutes = (declared: Console) => (access: Access | null | undefined) =>
  access?.oper.mustChange ? initialRoutes : routesOf(access, declared);

/** Nothing but the way to a password of one's own: the server would refuse anything else. */
const initialRoutes = (
  <CustomRoutes noLayout>
    <Route path="/login" element={<LeaveForLogin />} />
    <Route path="*" element={<InitialPassword />} />
  </CustomRoutes>
);

const routesOf = (access: Access | null | undefined, declared: Console) => (
  <>
    {menuTree(access?.menus ?? [], declared).routes.map((route) => (
      <MenuResource key={route.code} name={route.code} route={route} />
    ))}
    {declared.entities.map(({ name, title }) => (
      <EntityResource key={`entity ${name}`} name={name} recordRepresentation={title} />
    ))}
    <CustomRoutes>
      <Route path="/" element={<Home />} />
      <Route path="/redirect/*" element={<Redirect />} />
      <Route path={PROFILE_PATH} element={<ProfileRoute />} />
      <Route path={PASSWORD_PATH} element={<PasswordRoute />} />
      <Route path="/401" element={<DeniedRoute />} />
      <Route path="/404" element={<NotFoundRoute />} />
    </CustomRoutes>
    <CustomRoutes noLayout>
      <Route path="/login" element={<LeaveForLogin />} />
    </CustomRoutes>
  </>
);
