import { type PageDefinition, page, waiting } from '#backoffice/kit/page/page-definition.ts'

/** Pages for daily work. */
export const dayPages: readonly PageDefinition[] = [
  page(
    { path: '/backoffice', word: 'today', icon: 'today', needs: [], group: 'day' },
    () => import('#backoffice/modules/today/TodayPage.tsx'),
    'TodayPage',
  ),
  page(
    { path: '/backoffice/work', word: 'longWork', icon: 'work', needs: [], group: 'day' },
    () => import('#backoffice/modules/tasks/background-jobs/JobsPage.tsx'),
    'WorkListPage',
  ),
  page(
    { path: '/backoffice/work/:id', word: 'longWork', icon: 'work', needs: [], group: null },
    () => import('#backoffice/modules/tasks/background-jobs/JobPage.tsx'),
    'WorkPage',
  ),
  page(
    {
      path: '/backoffice/approvals',
      word: 'approval.title',
      icon: 'shield',
      needs: ['points.approve', 'points.give', 'credit.approve', 'launch.override'],
      group: 'day',
      waits: () => waiting('approvals'),
    },
    () => import('#backoffice/modules/approvals/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  page(
    {
      path: '/backoffice/approvals/:id',
      word: 'approval.title',
      icon: 'shield',
      needs: [],
      group: null,
    },
    () => import('#backoffice/modules/approvals/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
  page(
    {
      path: '/backoffice/tasks',
      word: 'task.title',
      icon: 'task',
      needs: ['task.read'],
      group: 'day',
      waits: () => waiting('task'),
      thumb: 'task.short',
    },
    () => import('#backoffice/modules/tasks/TasksPage.tsx'),
    'TaskPage',
  ),
  page(
    {
      path: '/backoffice/tasks/:id',
      word: 'task.title',
      icon: 'task',
      needs: ['task.read'],
      group: null,
    },
    () => import('#backoffice/modules/tasks/TaskPage.tsx'),
    'CausePage',
  ),
  page(
    {
      path: '/backoffice/inbox',
      word: 'inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: 'day',
      waits: () => waiting('inbox'),
      thumb: 'inbox.title',
    },
    () => import('#backoffice/modules/support/InboxPage.tsx'),
    'InboxPage',
  ),
  page(
    {
      path: '/backoffice/inbox/:id',
      word: 'inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: null,
    },
    () => import('#backoffice/modules/support/ThreadPage.tsx'),
    'ThreadPage',
  ),
  page(
    {
      path: '/backoffice/saved-answers',
      word: 'saved.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      group: null,
    },
    () => import('#backoffice/modules/support/SavedRepliesPage.tsx'),
    'SavedAnswersPage',
  ),
]
