import { type PageDefinition, page, waitingCount } from '#backoffice/kit/page/page-definition.ts'

/** Pages for daily work. */
export const todayPages: readonly PageDefinition[] = [
  page(
    {
      path: '/backoffice',
      label: 'nav.home',
      searchTerms: 'find.nav.home',
      icon: 'home',
      permissions: [],
    },
    () => import('#backoffice/modules/home/HomePage.tsx'),
    'HomePage',
  ),
  page(
    {
      path: '/backoffice/background-jobs',
      label: 'backgroundJobs',
      searchTerms: 'find.backgroundJobs',
      icon: 'work',
      permissions: [],
    },
    () => import('#backoffice/modules/tasks/background-jobs/JobsPage.tsx'),
    'JobsPage',
  ),
  page(
    {
      path: '/backoffice/background-jobs/:id',
      label: 'backgroundJobs',
      icon: 'work',
      permissions: [],
    },
    () => import('#backoffice/modules/tasks/background-jobs/JobPage.tsx'),
    'JobPage',
  ),
  page(
    {
      path: '/backoffice/due',
      label: 'due.title',
      searchTerms: 'find.due.title',
      icon: 'calendar',
      permissions: ['task.read'],
      countWaiting: () => waitingCount('due'),
      overdue: true,
    },
    () => import('#backoffice/modules/home/DueItems.tsx'),
    'DuePage',
  ),
  page(
    {
      path: '/backoffice/approvals',
      label: 'approval.title',
      searchTerms: 'find.approval.title',
      icon: 'shield',
      permissions: ['points.approve', 'points.grant', 'credit.approve', 'launch.override'],
      countWaiting: () => waitingCount('approvals'),
    },
    () => import('#backoffice/modules/approvals/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  page(
    {
      path: '/backoffice/approvals/:id',
      label: 'approval.title',
      icon: 'shield',
      permissions: [],
    },
    () => import('#backoffice/modules/approvals/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
  page(
    {
      path: '/backoffice/tasks',
      label: 'task.title',
      searchTerms: 'find.task.title',
      icon: 'task',
      permissions: ['task.read'],
      countWaiting: () => waitingCount('task'),
    },
    () => import('#backoffice/modules/tasks/TasksPage.tsx'),
    'TasksPage',
  ),
  page(
    {
      path: '/backoffice/tasks/:id',
      label: 'task.title',
      icon: 'task',
      permissions: ['task.read'],
    },
    () => import('#backoffice/modules/tasks/TaskPage.tsx'),
    'TaskPage',
  ),
  page(
    {
      path: '/backoffice/inbox',
      label: 'inbox.title',
      searchTerms: 'find.inbox.title',
      icon: 'inbox',
      permissions: ['inbox.read'],
      countWaiting: () => waitingCount('inbox'),
    },
    () => import('#backoffice/modules/support/InboxPage.tsx'),
    'InboxPage',
  ),
  page(
    {
      path: '/backoffice/inbox/:id',
      label: 'inbox.title',
      icon: 'inbox',
      permissions: ['inbox.read'],
    },
    () => import('#backoffice/modules/support/ThreadPage.tsx'),
    'ThreadPage',
  ),
  page(
    {
      path: '/backoffice/saved-replies',
      label: 'saved.title',
      searchTerms: 'find.saved.title',
      icon: 'inbox',
      permissions: ['inbox.read'],
    },
    () => import('#backoffice/modules/support/SavedRepliesPage.tsx'),
    'SavedRepliesPage',
  ),
]
