import { type PageDefinition, page, waiting } from '#backoffice/kit/page/page-definition.ts'

/** Pages for daily work. */
export const dayPages: readonly PageDefinition[] = [
  page(
    { path: '/backoffice', label: 'nav.home', find: 'find.nav.home', icon: 'home', needs: [] },
    () => import('#backoffice/modules/home/HomePage.tsx'),
    'HomePage',
  ),
  page(
    {
      path: '/backoffice/background-jobs',
      label: 'longWork',
      find: 'find.longWork',
      icon: 'work',
      needs: [],
    },
    () => import('#backoffice/modules/tasks/background-jobs/JobsPage.tsx'),
    'WorkListPage',
  ),
  page(
    { path: '/backoffice/background-jobs/:id', label: 'longWork', icon: 'work', needs: [] },
    () => import('#backoffice/modules/tasks/background-jobs/JobPage.tsx'),
    'WorkPage',
  ),
  page(
    {
      path: '/backoffice/due',
      label: 'due.title',
      find: 'find.due.title',
      icon: 'calendar',
      needs: ['task.read'],
    },
    () => import('#backoffice/modules/home/DueItems.tsx'),
    'DuePage',
  ),
  page(
    {
      path: '/backoffice/approvals',
      label: 'approval.title',
      find: 'find.approval.title',
      icon: 'shield',
      needs: ['points.approve', 'points.give', 'credit.approve', 'launch.override'],
      waits: () => waiting('approvals'),
    },
    () => import('#backoffice/modules/approvals/ApprovalsPage.tsx'),
    'ApprovalsPage',
  ),
  page(
    {
      path: '/backoffice/approvals/:id',
      label: 'approval.title',
      icon: 'shield',
      needs: [],
    },
    () => import('#backoffice/modules/approvals/ApprovalPage.tsx'),
    'ApprovalPage',
  ),
  page(
    {
      path: '/backoffice/tasks',
      label: 'task.title',
      find: 'find.task.title',
      icon: 'task',
      needs: ['task.read'],
      waits: () => waiting('task'),
    },
    () => import('#backoffice/modules/tasks/TasksPage.tsx'),
    'TaskPage',
  ),
  page(
    {
      path: '/backoffice/tasks/:id',
      label: 'task.title',
      icon: 'task',
      needs: ['task.read'],
    },
    () => import('#backoffice/modules/tasks/TaskPage.tsx'),
    'CausePage',
  ),
  page(
    {
      path: '/backoffice/inbox',
      label: 'inbox.title',
      find: 'find.inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
      waits: () => waiting('inbox'),
    },
    () => import('#backoffice/modules/support/InboxPage.tsx'),
    'InboxPage',
  ),
  page(
    {
      path: '/backoffice/inbox/:id',
      label: 'inbox.title',
      icon: 'inbox',
      needs: ['inbox.read'],
    },
    () => import('#backoffice/modules/support/ThreadPage.tsx'),
    'ThreadPage',
  ),
  page(
    {
      path: '/backoffice/saved-replies',
      label: 'saved.title',
      find: 'find.saved.title',
      icon: 'inbox',
      needs: ['inbox.read'],
    },
    () => import('#backoffice/modules/support/SavedRepliesPage.tsx'),
    'SavedAnswersPage',
  ),
]
