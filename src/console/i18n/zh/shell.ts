import type { shell as en } from '../en/shell';
import type { Messages } from '../language';

export const shell: Messages<typeof en> = {
  skip: '跳到内容',
  back: '返回',
  toHome: '返回首页',
  breadcrumb: '当前位置',
  language: '语言',
  map: '地图',
  switchMap: '切换地图',
  sidebar: {
    label: '主菜单',
    open: '展开菜单',
    close: '收起菜单',
  },
  fullscreen: {
    enter: '全屏',
    leave: '退出全屏',
    unsupported: '您的浏览器不支持全屏',
  },
  user: {
    map: '地图',
    profile: '个人信息',
    password: '修改密码',
    home: '首页',
    look: '主题与布局大小',
    logout: '退出登录',
  },
  password: {
    oldPassword: '原密码',
    newPassword: '新密码',
    confirmPassword: '确认新密码',
    mismatch: '两次输入的密码不一致',
    done: '密码修改成功',
  },
  session: {
    title: '确定登出',
    text: '登录状态已失效，请重新登录后继续操作。',
    button: '重新登录',
    cancel: '取消',
  },
  exports: {
    open: '%{smart_count} 个导出进行中',
    openDone: '导出任务',
    title: '导出任务',
    all: '全部导出任务',
    download: '下载',
    downloadNamed: '下载 %{title}',
    cancelNamed: '停止 %{title}',
    dismissNamed: '从列表移除 %{title}',
    ready: '导出“%{title}”已完成',
    failed: '导出“%{title}”失败：%{why}',
    standing: {
      waiting: '等待开始',
      running: '已写入 %{rows} 行',
      counted: '%{rows} / %{total} 行',
      done: '共 %{rows} 行',
      failed: '服务器未说明原因',
      cancelled: '已停止',
    },
  },
  notices: {
    offline: '网络已断开，当前显示的内容可能不是最新的。',
    lost: '与服务器的连接已断开，当前显示的内容可能不是最新的，正在重试…',
    session: '登录状态已失效，当前页面无法继续操作。',
    newVersion: '系统已有新版本',
    reload: '刷新',
  },
  error: {
    title: '页面出现错误',
    text: '系统其他部分仍可正常使用。请重试该页面，如仍无法恢复请刷新浏览器。',
    retry: '重试',
    reload: '刷新',
  },
  errorLog: {
    open: '%{smart_count} 个错误',
    title: '错误日志',
    clear: '全部清除',
  },
  notFound: {
    title: '页面不存在',
    text: '该地址没有对应的页面，请检查地址或返回首页。',
  },
  denied: {
    title: '没有权限',
    text: '您没有访问该页面的权限，如有需要请联系管理员。',
  },
  notConfigured: {
    title: '页面未配置',
    text: '该菜单对应的页面不在本系统的配置中，缺少的键为：',
  },
};
