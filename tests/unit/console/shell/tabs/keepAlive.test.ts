import type { Navigator } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { pageNavigator } from '../../../../../src/console/shell/tabs/keepAlive';

const pageAt = (isVisible: boolean) => {
  const router = { push: vi.fn(), replace: vi.fn(), go: vi.fn(), createHref: vi.fn() };
  const move = vi.fn();
  const navigator = pageNavigator(router as unknown as Navigator, '/a', () => isVisible, move);
  return { router, move, navigator };
};

describe('pageNavigator', () => {
  it('uses the router for the visible page', () => {
    const { router, move, navigator } = pageAt(true);
    navigator.push('/b', 1);
    navigator.replace({ pathname: '/a', search: '?x' });
    navigator.go(-1);
    expect(router.push).toHaveBeenCalledWith('/b', 1);
    expect(router.replace).toHaveBeenCalledWith({ pathname: '/a', search: '?x' });
    expect(router.go).toHaveBeenCalledWith(-1);
    expect(move).not.toHaveBeenCalled();
  });

  it.each([
    [
      'its own query',
      { pathname: '/a', search: '?p=2' },
      { pathname: '/a', search: '?p=2', hash: '' },
    ],
    ['another page', { pathname: '/b' }, undefined],
  ])('leads a hidden page to %s without the router', (_, to, address) => {
    const { router, move, navigator } = pageAt(false);
    navigator.push(to);
    navigator.replace(to);
    navigator.go(-1);
    expect(move.mock.calls).toEqual(address ? [[address], [address]] : []);
    for (const way of [router.push, router.replace, router.go]) expect(way).not.toHaveBeenCalled();
  });
});
