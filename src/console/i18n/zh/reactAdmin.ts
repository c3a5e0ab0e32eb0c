import chinese from 'ra-language-chinese';
import type { MessageTree } from '../messages';

/** Corrections of the published translation. Chinese has one plural form, so texts after `||||` are never used. */
const corrected = {
  action: {
    clear_array_input: '清空列表',
    create_item: '新建%{item}',
    remove_all_filters: '清除全部筛选',
    reset: '重置',
    search_columns: '搜索列',
    select_all: '全选',
    select_all_button: '全选',
    select_row: '选择此行',
    update: '更新',
    move_up: '上移',
    move_down: '下移',
    open: '打开',
    toggle_theme: '切换明暗主题',
    select_columns: '列设置',
    update_application: '重新加载应用',
    unselect: '取消选择',
    add_filter: '添加筛选',
    remove_filter: '移除筛选',
    search: '搜索',
    bulk_actions: '已选 %{smart_count} 项',
  },
  page: {
    access_denied: '无权访问',
    authentication_error: '认证错误',
    edit: '%{name} %{recordRepresentation}',
    show: '%{name} %{recordRepresentation}',
    list: '%{name}',
    empty: '暂无%{name}',
  },
  message: {
    access_denied: '您没有访问此页面的权限',
    authentication_error: '认证服务器返回错误，无法校验您的凭据。',
    auth_error: '校验登录令牌时出错。',
    bulk_update_content: '确定要更新选中的 %{smart_count} 项%{name}吗？',
    bulk_update_title: '更新 %{smart_count} 项%{name}',
    clear_array_input: '确定要清空整个列表吗？',
    details: '详情',
    select_all_limit_reached: '数据过多，仅选中了前 %{max} 项。',
    placeholder_data_warning: '网络异常：数据刷新失败。',
    bulk_delete_content: '确定要删除选中的 %{smart_count} 项%{name}吗？',
    bulk_delete_title: '删除 %{smart_count} 项%{name}',
    delete_content: '确定要删除该%{name}吗？',
    delete_title: '删除%{name} %{recordRepresentation}',
  },
  navigation: {
    clear_filters: '清除筛选',
    no_filtered_results: '没有符合当前筛选条件的%{name}。',
    no_results: '暂无%{name}',
    partial_page_range_info: '%{offsetBegin}-%{offsetEnd} / 超过 %{offsetEnd}',
    current_page: '第 %{page} 页',
    page: '跳到第 %{page} 页',
    first: '首页',
    last: '末页',
    previous: '上一页',
    next: '下一页',
  },
  sort: { sort_by: '按%{field_lower_first}%{order}' },
  auth: { email: '邮箱', user_menu: '个人中心' },
  notification: {
    not_authorized: '您无权访问该资源。',
    application_update_available: '有新版本可用。',
    offline: '网络已断开，无法获取数据。',
    updated: '已更新 %{smart_count} 项',
    deleted: '已删除 %{smart_count} 项',
  },
  validation: { unique: '不能重复' },
  saved_queries: {
    label: '已存查询',
    query_name: '查询名称',
    new_label: '保存当前查询…',
    new_dialog_title: '保存当前查询为',
    remove_label: '删除已存查询',
    remove_label_with_name: '删除查询“%{name}”',
    remove_dialog_title: '删除已存查询？',
    remove_message: '确定要从已存查询中删除该项吗？',
    help: '筛选列表后可保存该查询以便下次使用',
  },
  guesser: { empty: { title: '暂无数据', message: '请检查数据来源' } },
  configurable: {
    customize: '自定义',
    configureMode: '配置此页面',
    inspector: {
      title: '检查器',
      content: '将鼠标移到界面元素上进行配置',
      reset: '重置设置',
      hideAll: '全部隐藏',
      showAll: '全部显示',
    },
    Datagrid: { title: '数据表', unlabeled: '未命名列 #%{column}' },
    SimpleForm: { title: '表单', unlabeled: '未命名输入项 #%{input}' },
    SimpleList: {
      title: '列表',
      primaryText: '主要文本',
      secondaryText: '次要文本',
      tertiaryText: '第三文本',
    },
  },
};

const merged = (lower: MessageTree, upper: MessageTree): MessageTree => {
  const tree: Record<string, string | MessageTree> = { ...lower };
  for (const [key, over] of Object.entries(upper)) {
    const under = tree[key];
    tree[key] = typeof over === 'object' && typeof under === 'object' ? merged(under, over) : over;
  }
  return tree;
};

/** Messages of react-admin: the published translation with corrections and additions. */
export const ra = merged(chinese.ra, corrected);
